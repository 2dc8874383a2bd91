package io.virgo.example.petshop;

import io.virgo.jpa.Sharded;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OneToOne;

/** A customer; the user name decides the shard. */
@Entity
@Sharded(router = "accounts")
class Account {

    @Id
    private String username;

    private String city;

    @OneToOne(mappedBy = "account", cascade = CascadeType.ALL)
    private Profile profile;

    protected Account() {}

    Account(String username, String city, String favourite) {
        this.username = username;
        this.city = city;
        this.profile = new Profile(this, favourite);
    }

    public String getUsername() {
        return username;
    }

    public String getCity() {
        return city;
    }

    public Profile getProfile() {
        return profile;
    }
}
