package io.virgo.it.torture;

import jakarta.persistence.Column;
import jakarta.persistence.MappedSuperclass;

/** What every row says of itself: where it was meant to be, and which row of the model it is. */
@MappedSuperclass
public abstract class Row {

    @Column(name = "shard_name")
    private String shard;

    private long token;
    private int walker;

    @Column(name = "content")
    private String text;

    protected Row() {}

    Row(String shard, long token, int walker, String text) {
        this.shard = shard;
        this.token = token;
        this.walker = walker;
        this.text = text;
    }

    public abstract Long getId();

    public String getShard() {
        return shard;
    }

    public long getToken() {
        return token;
    }

    public int getWalker() {
        return walker;
    }

    public String getText() {
        return text;
    }

    public void setText(String text) {
        this.text = text;
    }
}
