package io.virgo.jpa;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SqlWordsTest {

    @Test
    void whatWritesIsKnown() {
        for (String sql : List.of(
                "insert into t values (1) returning id",
                "INSERT INTO t(id) VALUES (1)",
                "select id from final table (insert into t(id) values (88))",
                "select id from final table(update t set a = 1)",
                "with gone as (delete from t returning *) select * from gone",
                "with gone as (\n  DELETE\n from t returning *) select * from gone",
                "update t set a = 'for update' where id = :id",
                "/* read */ update t set a = 1",
                "-- select\nupdate t set a = 1",
                "update t set a = (select b from u for update)",
                "merge into t using u on (t.id = u.id) when matched then update set a = 1",
                "replace into t values (1)",
                "replace t values (1)",
                "call p(1)",
                "{call p(?)}",
                "{? = call p()}",
                "truncate table t",
                "truncate t",
                "create table t (id int)",
                "alter table t add b int",
                "drop table t",
                "rename table t to u",
                "comment on table t is 'x'",
                "grant select on t to u",
                "select 1; truncate t",
                "select a into copy_of_t from t",
                "do $$ begin perform p(); end $$",
                "select 'it\\'s', x from final table (delete from t)")) {
            assertTrue(SqlWords.write(sql), sql);
        }
    }

    @Test
    void aSelectIsARead() {
        for (String sql : List.of(
                "",
                "select 1",
                "select name from whoami",
                "select * from t for update",
                "select * from t FOR  UPDATE of t nowait",
                "select * from t for no key update skip locked",
                "select * from t for\nupdate",
                "select 'delete from t', \"update\", `drop` from t",
                "select 'it''s a delete' from t",
                "select * from t where a = :update and b = :insert",
                "select last_update, deleted, t.update, call_id, created from t",
                "select replace(a, 'x', 'y'), insert (a, 1, 2, 'x'), truncate(b, 2) from t",
                "select a -- then delete\n from t",
                "select a /* insert into t */ from t",
                "select $$delete from t$$, $q$ drop $q$ from t",
                "select comment, grant, load from t",
                "with x as (select 1) select * from x",
                "values (1)")) {
            assertFalse(SqlWords.write(sql), sql);
        }
    }

    @Test
    void aLongTextTakesNoStack() {
        assertFalse(SqlWords.write("select '" + "delete ''".repeat(100_000) + "' from t"));
        assertTrue(SqlWords.write("select '" + "x".repeat(1_000_000) + " delete from t"));
    }
}
