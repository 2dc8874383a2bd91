package io.virgo.example.tpch;

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
import java.util.ArrayList;
import java.util.List;

/** A customer, whose key decides the shard of everything that is the customer's. */
@Entity
@Table(name = "customer")
class Customer {

    @Id
    @Column(name = "c_custkey")
    private Long key;

    @Column(name = "c_name", length = 25, nullable = false)
    private String name;

    @Column(name = "c_address", length = 40)
    private String address;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "c_nationkey")
    private Nation nation;

    @Column(name = "c_phone", length = 15)
    private String phone;

    @Column(name = "c_acctbal", precision = 12, scale = 2)
    private BigDecimal accountBalance;

    @Column(name = "c_mktsegment", length = 10)
    private String marketSegment;

    @Column(name = "c_comment", length = 117)
    private String comment;

    @OneToMany(mappedBy = "customer")
    @OrderBy("key")
    private List<Order> orders = new ArrayList<>();

    protected Customer() {}

    Customer(io.trino.tpch.Customer row, Nation nation) {
        key = row.getCustomerKey();
        name = row.getName();
        address = row.getAddress();
        this.nation = nation;
        phone = row.getPhone();
        accountBalance = BigDecimal.valueOf(row.getAccountBalanceInCents(), 2);
        marketSegment = row.getMarketSegment();
        comment = row.getComment();
    }

    /** Public, so that Hibernate answers it for a lazy customer without loading one. */
    public Long getKey() {
        return key;
    }

    public String getName() {
        return name;
    }

    public String getAddress() {
        return address;
    }

    public Nation getNation() {
        return nation;
    }

    public String getPhone() {
        return phone;
    }

    public BigDecimal getAccountBalance() {
        return accountBalance;
    }

    public String getMarketSegment() {
        return marketSegment;
    }

    public String getComment() {
        return comment;
    }

    public List<Order> getOrders() {
        return orders;
    }
}
