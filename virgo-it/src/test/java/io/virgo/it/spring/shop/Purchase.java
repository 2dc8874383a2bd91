package io.virgo.it.spring.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** A child with an id from each shard's own sequence. */
@Entity
public class Purchase {

    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    private Long id;

    @ManyToOne(fetch = FetchType.LAZY)
    private Customer customer;

    private String article;

    protected Purchase() {}

    Purchase(Customer customer, String article) {
        this.customer = customer;
        this.article = article;
    }

    public Customer getCustomer() {
        return customer;
    }

    public String getArticle() {
        return article;
    }
}
