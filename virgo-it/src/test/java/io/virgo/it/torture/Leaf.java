package io.virgo.it.torture;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/** Hangs on a seed. */
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
public class Leaf extends Row {

    @Id
    private Long id;

    @ManyToOne(fetch = FetchType.LAZY)
    private Seed seed;

    protected Leaf() {}

    @Override
    public Long getId() {
        return id;
    }

    public Seed getSeed() {
        return seed;
    }
}
