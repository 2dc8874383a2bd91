package io.virgo.jpa;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.hibernate.Filter;

/** One filter's face over the same filter in several sessions: parameters reach all of them. */
final class FilterOfAll {

    private FilterOfAll() {}

    static Filter of(List<Filter> filters) {
        if (filters.size() == 1) {
            return filters.get(0);
        }
        return (Filter) Proxy.newProxyInstance(
                FilterOfAll.class.getClassLoader(), new Class<?>[] {Filter.class}, (proxy, method, args) -> {
                    Object result = null;
                    for (Filter filter : filters) {
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
