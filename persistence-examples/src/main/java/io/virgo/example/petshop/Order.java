package io.virgo.example.petshop;

import io.virgo.core.id.GlobalSequence;
import io.virgo.jpa.Sharded;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An order with its lines; its number is unique over all shards and decides the shard. It keeps the customer's name, not the account. */
@Entity
@Table(name = "orders")
@Sharded(router = "orders")
class Order {

    @Id
    @GlobalSequence(shard = "catalog")
    private @Nullable Long id;

    private String username;

    private BigDecimal total;

    @OneToMany(mappedBy = "order", cascade = CascadeType.PERSIST)
    @OrderBy("id.number")
    private List<OrderLine> lines = new ArrayList<>();

    protected Order() {}

    Order(String username) {
        this.username = username;
        this.total = BigDecimal.ZERO;
    }

    void add(String itemId, int pieces, BigDecimal price) {
        lines.add(new OrderLine(this, lines.size() + 1, itemId, pieces, price));
        total = total.add(price.multiply(BigDecimal.valueOf(pieces)));
    }

    public @Nullable Long getId() {
        return id;
    }

    public String getUsername() {
        return username;
    }

    public BigDecimal getTotal() {
        return total;
    }

    public List<OrderLine> getLines() {
        return lines;
    }
}
