package io.virgo.jpa;

import jakarta.persistence.EntityManager;
import java.util.Map;
import java.util.Set;
import org.hibernate.Filter;
import org.hibernate.SessionBuilder;
import org.hibernate.SessionException;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.internal.FilterImpl;
import org.hibernate.resource.jdbc.spi.PhysicalConnectionHandlingMode;

/** Opens sessions of another shard that behave like their primary: same interceptor, modes, properties, filters, profiles. */
final class SiblingSessions {

    private SiblingSessions() {}

    static SessionImplementor open(SessionImplementor primary, String tenantIdentifier) {
        PhysicalConnectionHandlingMode handling =
                primary.getJdbcCoordinator().getLogicalConnection().getConnectionHandlingMode();
        SessionBuilder builder = primary.getFactory()
                .withOptions()
                .tenantIdentifier((Object) tenantIdentifier)
                .interceptor(primary.getInterceptor())
                .statementInspector(primary.getJdbcSessionContext().getStatementInspector())
                .flushMode(primary.getHibernateFlushMode())
                .autoJoinTransactions(primary.shouldAutoJoinTransaction())
                .connectionHandling(handling.getAcquisitionMode(), handling.getReleaseMode())
                .jdbcTimeZone(primary.getJdbcTimeZone())
                .identifierRollback(primary.isIdentifierRollbackEnabled());
        if (readOnly(primary)) {
            builder.readOnly(true);
        }
        SessionImplementor sibling = builder.openSession().unwrap(SessionImplementor.class);
        copyModes(primary, sibling);
        return sibling;
    }

    /** Hibernate tells it by nothing but the refusal to make its entities changeable. */
    private static boolean readOnly(SessionImplementor primary) {
        if (!primary.isDefaultReadOnly()) {
            return false;
        }
        try {
            primary.setDefaultReadOnly(false);
            primary.setDefaultReadOnly(true);
            return false;
        } catch (SessionException createdReadOnly) {
            return true;
        }
    }

    private static void copyModes(SessionImplementor primary, SessionImplementor sibling) {
        copyProperties(primary, sibling);
        // Among the properties is the flush mode that the primary had when it was opened.
        sibling.setHibernateFlushMode(primary.getHibernateFlushMode());
        sibling.setCacheMode(primary.getCacheMode());
        sibling.setDefaultReadOnly(primary.isDefaultReadOnly());
        sibling.setJdbcBatchSize(primary.getJdbcBatchSize());
        sibling.setFetchBatchSize(primary.getFetchBatchSize());
        sibling.setSubselectFetchingEnabled(primary.isSubselectFetchingEnabled());
        for (String filter : Set.copyOf(sibling.getLoadQueryInfluencers().getEnabledFilterNames())) {
            sibling.disableFilter(filter);
        }
        for (String filter : primary.getLoadQueryInfluencers().getEnabledFilterNames()) {
            copyFilter(primary.getEnabledFilter(filter), sibling);
        }
        primary.getLoadQueryInfluencers().getEnabledFetchProfileNames().forEach(sibling::enableFetchProfile);
    }

    private static void copyProperties(EntityManager primary, EntityManager sibling) {
        // Hibernate makes these maps anew at each call.
        Map<String, Object> present = sibling.getProperties();
        primary.getProperties().forEach((name, value) -> {
            if (value != null && !value.equals(present.get(name))) {
                sibling.setProperty(name, value);
            }
        });
    }

    private static void copyFilter(Filter filter, SessionImplementor sibling) {
        Filter copy = sibling.enableFilter(filter.getName());
        for (Map.Entry<String, ?> parameter :
                ((FilterImpl) filter).getParameters().entrySet()) {
            if (parameter.getValue() instanceof java.util.Collection<?> list) {
                copy.setParameterList(parameter.getKey(), list);
            } else {
                copy.setParameter(parameter.getKey(), parameter.getValue());
            }
        }
    }
}
