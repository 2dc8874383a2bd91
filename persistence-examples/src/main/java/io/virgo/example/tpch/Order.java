package io.virgo.example.tpch;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** An order with its line items; lives where its customer lives. */
@Entity
@Table(name = "orders")
class Order {

    @Id
    @Column(name = "o_orderkey")
    private Long key;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "o_custkey")
    private Customer customer;

    @Column(name = "o_orderstatus", nullable = false)
    private char status;

    @Column(name = "o_totalprice", precision = 12, scale = 2, nullable = false)
    private BigDecimal totalPrice;

    @Column(name = "o_orderdate", nullable = false)
    private LocalDate orderDate;

    @Column(name = "o_orderpriority", length = 15)
    private String priority;

    @Column(name = "o_clerk", length = 15)
    private String clerk;

    @Column(name = "o_shippriority", nullable = false)
    private int shipPriority;

    @Column(name = "o_comment", length = 79)
    private String comment;

    @OneToMany(mappedBy = "order", cascade = CascadeType.PERSIST)
    @OrderBy("lineNumber")
    private List<LineItem> lineItems = new ArrayList<>();

    protected Order() {}

    Order(io.trino.tpch.Order row, Customer customer) {
        key = row.getOrderKey();
        this.customer = customer;
        status = row.getOrderStatus();
        totalPrice = BigDecimal.valueOf(row.getTotalPriceInCents(), 2);
        orderDate = LocalDate.ofEpochDay(row.getOrderDate());
        priority = row.getOrderPriority();
        clerk = row.getClerk();
        shipPriority = row.getShipPriority();
        comment = row.getComment();
    }

    /** An order of today without line items. */
    Order(long key, Customer customer, LocalDate today) {
        this.key = key;
        this.customer = customer;
        status = 'O';
        totalPrice = BigDecimal.ZERO;
        orderDate = today;
        priority = "3-MEDIUM";
        clerk = "Clerk#000000001";
        comment = "ordered by the example";
    }

    void add(LineItem item) {
        lineItems.add(item);
    }

    void addPrice(BigDecimal price) {
        totalPrice = totalPrice.add(price);
    }

    public Long getKey() {
        return key;
    }

    public Customer getCustomer() {
        return customer;
    }

    public char getStatus() {
        return status;
    }

    public BigDecimal getTotalPrice() {
        return totalPrice;
    }

    public LocalDate getOrderDate() {
        return orderDate;
    }

    public String getPriority() {
        return priority;
    }

    public String getClerk() {
        return clerk;
    }

    public int getShipPriority() {
        return shipPriority;
    }

    public String getComment() {
        return comment;
    }

    public List<LineItem> getLineItems() {
        return lineItems;
    }
}
