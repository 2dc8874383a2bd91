package io.virgo.example.petshop;

import io.virgo.jpa.OnShard;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A kind of pets. */
@Entity
@OnShard("catalog")
class Category {

    @Id
    private String id;

    private String name;

    protected Category() {}

    Category(String id, String name) {
        this.id = id;
        this.name = name;
    }

    public String getId() {
        return id;
    }

    public String getName() {
        return name;
    }
}
