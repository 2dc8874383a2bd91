package io.virgo.it.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.suppressed;

import io.virgo.core.CurrentShard;
import java.util.function.Predicate;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** Runs test classes that leak on purpose. */
class VirgoCheckTest {

    @Test
    void aShardLeftSetFailsItsTestAndNotTheNext() {
        Events tests = run(LeakingClasses.LeavesItsShardSet.class);
        tests.assertThatEvents()
                .haveExactly(1, failed("a_leaks", "shard eu"))
                .haveExactly(1, failed("b_leaksNested", "shard us"))
                .haveExactly(1, succeeded("c_isClean"))
                .haveExactly(1, succeeded("d_closesItAfterEach"));
        assertThat(CurrentShard.get()).isEmpty();
    }

    @Test
    void aShardLeftSetByTheClassFailsTheClass() {
        EngineTestKit.engine("junit-jupiter")
                .configurationParameter(OnlyWhenAsked.PARAMETER, "true")
                .selectors(selectClass(LeakingClasses.LeavesItsShardSetAfterAll.class))
                .execute()
                .containerEvents()
                .assertThatEvents()
                .haveExactly(1, event(finishedWithFailure(message(contains("set-up or clean-up")))));
        assertThat(CurrentShard.get()).isEmpty();
    }

    @Test
    void aConnectionLeftOpenFailsItsTestAndIsClosed() {
        run(LeakingClasses.LeavesAConnection.class)
                .assertThatEvents()
                .haveExactly(1, failed("a_leaks", "to shard us open"))
                .haveExactly(1, succeeded("b_isClean"));
    }

    @Test
    void theCountingDriverTellsWhereAConnectionWasOpened() {
        run(LeakingClasses.LeavesACountedConnection.class)
                .assertThatEvents()
                .haveExactly(
                        1, event(test("a_leaks"), finishedWithFailure(suppressed(0, message(contains("opened by"))))))
                .haveExactly(1, failed("b_pretendedCloseIsALeak", "to shard eu open"))
                .haveExactly(1, succeeded("c_isClean"));
    }

    @Test
    void withPoolsOnlyUnfinishedWorkIsALeak() {
        run(LeakingClasses.LeavesATransaction.class)
                .assertThatEvents()
                .haveExactly(1, succeeded("a_leavesAnIdleConnection"))
                .haveExactly(1, failed("b_leavesATransaction", "to shard eu with unfinished work"))
                .haveExactly(1, succeeded("c_isClean"));
    }

    @Test
    void aTransactionIsRolledBackAfterEachTest() {
        run(LeakingClasses.RollsBack.class)
                .assertThatEvents()
                .haveExactly(1, succeeded("a_inserts"))
                .haveExactly(1, succeeded("b_findsNothing"))
                .haveExactly(1, succeeded("c_commitsItself"));
    }

    @Test // C70
    void theTransactionIsRolledBackOnEachShardThatATestTouched() {
        run(LeakingClasses.RollsBackOnEachShard.class)
                .assertThatEvents()
                .haveExactly(1, succeeded("a_insertsOnTwo"))
                .haveExactly(1, succeeded("b_findsNothingAnywhere"))
                .haveExactly(1, failed("c_doesNotHideAScopeThatIsLeft", "shard us"));
        assertThat(CurrentShard.get()).isEmpty();
    }

    private static Events run(Class<?> leaking) {
        return EngineTestKit.engine("junit-jupiter")
                .configurationParameter(OnlyWhenAsked.PARAMETER, "true")
                .selectors(selectClass(leaking))
                .execute()
                .testEvents();
    }

    private static Condition<Event> failed(String test, String text) {
        return event(test(test), finishedWithFailure(instanceOf(AssertionError.class), message(contains(text))));
    }

    private static Condition<Event> succeeded(String test) {
        return event(test(test), finishedSuccessfully());
    }

    private static Predicate<String> contains(String text) {
        return message -> message.contains(text);
    }
}
