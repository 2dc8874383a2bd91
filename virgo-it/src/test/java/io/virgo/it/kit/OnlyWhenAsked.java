package io.virgo.it.kit;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Keeps classes that fail on purpose out of runs that pick up every class of the package. */
final class OnlyWhenAsked implements ExecutionCondition {

    static final String PARAMETER = "virgo.planted";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return context.getConfigurationParameter(PARAMETER).isPresent()
                ? ConditionEvaluationResult.enabled("asked for")
                : ConditionEvaluationResult.disabled("fails on purpose");
    }
}
