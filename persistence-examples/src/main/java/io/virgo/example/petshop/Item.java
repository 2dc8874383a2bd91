package io.virgo.example.petshop;

import io.virgo.jpa.OnShard;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.math.BigDecimal;

/** What can be ordered: a product in one of its forms, and how many are in stock. */
@Entity
@OnShard("catalog")
class Item {

    @Id
    private String id;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    private Product product;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    private Supplier supplier;

    private BigDecimal price;

    private int stock;

    protected Item() {}

    Item(String id, Product product, Supplier supplier, BigDecimal price, int stock) {
        this.id = id;
        this.product = product;
        this.supplier = supplier;
        this.price = price;
        this.stock = stock;
    }

    /** Takes pieces out of the stock, or puts them back when negative. */
    void take(int pieces) {
        if (pieces > stock) {
            throw new IllegalStateException("only " + stock + " of " + id + " are left");
        }
        stock -= pieces;
    }

    public String getId() {
        return id;
    }

    public Product getProduct() {
        return product;
    }

    public Supplier getSupplier() {
        return supplier;
    }

    public BigDecimal getPrice() {
        return price;
    }

    public int getStock() {
        return stock;
    }
}
