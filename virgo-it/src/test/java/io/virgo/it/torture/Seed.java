package io.virgo.it.torture;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/** Is there from the start and never changes; has the same ids on every shard, so that caches are tempted. */
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
public class Seed extends Row {

    @Id
    private Long id;

    @OneToMany(mappedBy = "seed")
    @Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
    private List<Leaf> leaves = new ArrayList<>();

    protected Seed() {}

    @Override
    public Long getId() {
        return id;
    }

    public List<Leaf> getLeaves() {
        return leaves;
    }
}
