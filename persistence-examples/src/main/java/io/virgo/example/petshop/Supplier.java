package io.virgo.example.petshop;

import io.virgo.jpa.OnShard;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Who sells the pets to the shop. */
@Entity
@OnShard("catalog")
class Supplier {

    @Id
    private Integer id;

    private String name;

    protected Supplier() {}

    Supplier(int id, String name) {
        this.id = id;
        this.name = name;
    }

    public Integer getId() {
        return id;
    }

    public String getName() {
        return name;
    }
}
