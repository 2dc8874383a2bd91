package io.virgo.example.tpch;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A region of the world; a copy is on every shard. */
@Entity
@Table(name = "region")
class Region {

    @Id
    @Column(name = "r_regionkey")
    private Long key;

    @Column(name = "r_name", length = 25, nullable = false)
    private String name;

    @Column(name = "r_comment", length = 152)
    private String comment;

    protected Region() {}

    Region(io.trino.tpch.Region row) {
        key = row.getRegionKey();
        name = row.getName();
        comment = row.getComment();
    }

    public Long getKey() {
        return key;
    }

    public String getName() {
        return name;
    }

    public String getComment() {
        return comment;
    }
}
