package io.virgo.jpa;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Supplier;
import org.hibernate.Filter;

/** One filter's face over the same filter in all sessions that are open when it is used: parameters reach all of them. */
final class FilterOfAll {

    private FilterOfAll() {}

    static Filter of(Supplier<List<Filter>> filters) {
        return (Filter) Proxy.newProxyInstance(
                FilterOfAll.class.getClassLoader(), new Class<?>[] {Filter.class}, (proxy, method, args) -> {
                    Object result = null;
                    for (Filter filter : filters.get()) {
                        try {
                            result = method.invoke(filter, args);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }
                    return method.getReturnType() == Filter.class ? proxy : result;
                });
    }
}
