package io.virgo.example.tpch;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;

/** A nation; a copy is on every shard. */
@Entity
@Table(name = "nation")
class Nation {

    @Id
    @Column(name = "n_nationkey")
    private Long key;

    @Column(name = "n_name", length = 25, nullable = false)
    private String name;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "n_regionkey")
    private Region region;

    @Column(name = "n_comment", length = 152)
    private String comment;

    protected Nation() {}

    Nation(io.trino.tpch.Nation row, Region region) {
        key = row.getNationKey();
        name = row.getName();
        this.region = region;
        comment = row.getComment();
    }

    public Long getKey() {
        return key;
    }

    public String getName() {
        return name;
    }

    public Region getRegion() {
        return region;
    }

    public String getComment() {
        return comment;
    }
}
