package io.virgo.it.torture;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.TableGenerator;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/** Its ids come from a table, in a transaction of the generator's own. */
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
public class Author extends Row {

    @Id
    @GeneratedValue(strategy = GenerationType.TABLE, generator = "blocks")
    @TableGenerator(
            name = "blocks",
            table = "id_blocks",
            pkColumnName = "name",
            valueColumnName = "next",
            pkColumnValue = "author",
            allocationSize = 20)
    private Long id;

    protected Author() {}

    Author(String shard, long token, int walker, String text) {
        super(shard, token, walker, text);
    }

    @Override
    public Long getId() {
        return id;
    }
}
