package io.virgo.example.petshop;

import io.virgo.jpa.Sharded;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import org.jspecify.annotations.Nullable;

/** What a customer likes; lives with the account. The category is on another shard, so only its id is kept here. */
@Entity
@Sharded(parent = "account")
class Profile {

    @Id
    private @Nullable String username;

    @MapsId
    @OneToOne(fetch = FetchType.LAZY)
    private Account account;

    private String favouriteCategory;

    protected Profile() {}

    Profile(Account account, String favouriteCategory) {
        this.account = account;
        this.favouriteCategory = favouriteCategory;
    }

    public @Nullable String getUsername() {
        return username;
    }

    public Account getAccount() {
        return account;
    }

    public String getFavouriteCategory() {
        return favouriteCategory;
    }
}
