package io.virgo.example.petshop;

import io.virgo.jpa.Sharded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import java.math.BigDecimal;

/** A line of an order; lives with the order. The item is on another shard, so only its id is kept here. */
@Entity
@Sharded(parent = "order")
class OrderLine {

    @EmbeddedId
    private OrderLineId id;

    @MapsId("orderId")
    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    private Order order;

    private String itemId;

    private int pieces;

    private BigDecimal price;

    protected OrderLine() {}

    OrderLine(Order order, int number, String itemId, int pieces, BigDecimal price) {
        this.id = new OrderLineId(null, number);
        this.order = order;
        this.itemId = itemId;
        this.pieces = pieces;
        this.price = price;
    }

    public OrderLineId getId() {
        return id;
    }

    public Order getOrder() {
        return order;
    }

    public String getItemId() {
        return itemId;
    }

    public int getPieces() {
        return pieces;
    }

    public BigDecimal getPrice() {
        return price;
    }
}
