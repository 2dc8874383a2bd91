package io.virgo.example.petshop;

import io.virgo.jpa.OnShard;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** A species, of one category. */
@Entity
@OnShard("catalog")
class Product {

    @Id
    private String id;

    private String name;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    private Category category;

    protected Product() {}

    Product(String id, String name, Category category) {
        this.id = id;
        this.name = name;
        this.category = category;
    }

    public String getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public Category getCategory() {
        return category;
    }
}
