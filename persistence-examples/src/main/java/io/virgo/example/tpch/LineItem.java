package io.virgo.example.tpch;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.LocalDate;

/** One line of an order; lives where the order lives. Part and supplier are numbers here, their tables are left out. */
@Entity
@Table(name = "lineitem")
@IdClass(LineItemKey.class)
class LineItem {

    @Id
    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "l_orderkey")
    private Order order;

    @Id
    @Column(name = "l_linenumber")
    private int lineNumber;

    @Column(name = "l_partkey", nullable = false)
    private long partKey;

    @Column(name = "l_suppkey", nullable = false)
    private long supplierKey;

    @Column(name = "l_quantity", precision = 12, scale = 2, nullable = false)
    private BigDecimal quantity;

    @Column(name = "l_extendedprice", precision = 12, scale = 2, nullable = false)
    private BigDecimal extendedPrice;

    @Column(name = "l_discount", precision = 12, scale = 2, nullable = false)
    private BigDecimal discount;

    @Column(name = "l_tax", precision = 12, scale = 2, nullable = false)
    private BigDecimal tax;

    @Column(name = "l_returnflag", length = 1)
    private String returnFlag;

    @Column(name = "l_linestatus", length = 1)
    private String status;

    @Column(name = "l_shipdate")
    private LocalDate shipDate;

    @Column(name = "l_commitdate")
    private LocalDate commitDate;

    @Column(name = "l_receiptdate")
    private LocalDate receiptDate;

    @Column(name = "l_shipinstruct", length = 25)
    private String shipInstructions;

    @Column(name = "l_shipmode", length = 10)
    private String shipMode;

    @Column(name = "l_comment", length = 44)
    private String comment;

    protected LineItem() {}

    LineItem(io.trino.tpch.LineItem row, Order order) {
        this.order = order;
        lineNumber = row.getLineNumber();
        partKey = row.getPartKey();
        supplierKey = row.getSupplierKey();
        quantity = BigDecimal.valueOf(row.getQuantity());
        extendedPrice = BigDecimal.valueOf(row.getExtendedPriceInCents(), 2);
        discount = BigDecimal.valueOf(row.getDiscountPercent(), 2);
        tax = BigDecimal.valueOf(row.getTaxPercent(), 2);
        returnFlag = row.getReturnFlag();
        status = row.getStatus();
        shipDate = LocalDate.ofEpochDay(row.getShipDate());
        commitDate = LocalDate.ofEpochDay(row.getCommitDate());
        receiptDate = LocalDate.ofEpochDay(row.getReceiptDate());
        shipInstructions = row.getShipInstructions();
        shipMode = row.getShipMode();
        comment = row.getComment();
    }

    /** A new line without discount and tax that is to be shipped on the day after the order. */
    LineItem(Order order, int lineNumber, long partKey, int quantity, BigDecimal extendedPrice) {
        this.order = order;
        this.lineNumber = lineNumber;
        this.partKey = partKey;
        supplierKey = 1;
        this.quantity = BigDecimal.valueOf(quantity);
        this.extendedPrice = extendedPrice;
        discount = BigDecimal.ZERO;
        tax = BigDecimal.ZERO;
        returnFlag = "N";
        status = "O";
        shipDate = order.getOrderDate().plusDays(1);
        commitDate = shipDate;
        receiptDate = shipDate.plusDays(1);
        shipInstructions = "NONE";
        shipMode = "RAIL";
        comment = "ordered by the example";
    }

    public Order getOrder() {
        return order;
    }

    public int getLineNumber() {
        return lineNumber;
    }

    public long getPartKey() {
        return partKey;
    }

    public long getSupplierKey() {
        return supplierKey;
    }

    public BigDecimal getQuantity() {
        return quantity;
    }

    public BigDecimal getExtendedPrice() {
        return extendedPrice;
    }

    public BigDecimal getDiscount() {
        return discount;
    }

    public BigDecimal getTax() {
        return tax;
    }

    public String getReturnFlag() {
        return returnFlag;
    }

    public String getStatus() {
        return status;
    }

    public LocalDate getShipDate() {
        return shipDate;
    }

    public LocalDate getCommitDate() {
        return commitDate;
    }

    public LocalDate getReceiptDate() {
        return receiptDate;
    }

    public String getShipInstructions() {
        return shipInstructions;
    }

    public String getShipMode() {
        return shipMode;
    }

    public String getComment() {
        return comment;
    }
}
