package io.virgo.it.jta;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.TableGenerator;

/** Has its ids from a table, which Hibernate reads in a transaction of its own, whatever the caller's does. */
@Entity
@TableGenerator(name = "ids", table = "account_ids", allocationSize = 2)
class Account {

    @Id
    @GeneratedValue(strategy = GenerationType.TABLE, generator = "ids")
    private Long id;

    private String owner;

    protected Account() {}

    Account(String owner) {
        this.owner = owner;
    }

    Long getId() {
        return id;
    }

    String getOwner() {
        return owner;
    }

    void setOwner(String owner) {
        this.owner = owner;
    }
}
