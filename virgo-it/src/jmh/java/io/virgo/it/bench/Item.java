package io.virgo.it.bench;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** The one entity. Its ids are given, so that no sequence stands between the designs. */
@Entity
public class Item {

    @Id
    private Long id;

    private String name;

    private int amount;

    protected Item() {}

    Item(Long id, String name, int amount) {
        this.id = id;
        this.name = name;
        this.amount = amount;
    }

    public Long getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public int getAmount() {
        return amount;
    }
}
