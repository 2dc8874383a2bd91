package io.virgo.it.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;

/**
 * Packages from the lowest layer to the highest. A class may use its own layer and those below. A name that ends with
 * {@code ..} stands for the package and all below it.
 */
final class LayerOrder extends ArchCondition<JavaClass> {
    private static final int NO_LAYER = -1;

    private final String root;
    private final List<List<String>> layers;

    LayerOrder(String root, List<List<String>> layers) {
        super("depend only on their own layer and those below");
        this.root = root;
        this.layers = List.copyOf(layers);
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        int own = layerOf(type);
        if (own == NO_LAYER) {
            String message = "Package " + type.getPackageName() + " has no layer: give it a place in the layer order";
            events.add(SimpleConditionEvent.violated(type, message));
            return;
        }
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
            JavaClass target = dependency.getTargetClass().getBaseComponentType();
            if (target.getPackageName().startsWith(root) && layerOf(target) > own) {
                events.add(SimpleConditionEvent.violated(dependency, "Upwards: " + dependency.getDescription()));
            }
        }
    }

    private int layerOf(JavaClass type) {
        for (int i = 0; i < layers.size(); i++) {
            if (layers.get(i).stream().anyMatch(name -> holds(name, type.getPackageName()))) {
                return i;
            }
        }
        return NO_LAYER;
    }

    private static boolean holds(String layerPackage, String name) {
        if (!layerPackage.endsWith("..")) {
            return layerPackage.equals(name);
        }
        String top = layerPackage.substring(0, layerPackage.length() - 2);
        return name.equals(top) || name.startsWith(top + ".");
    }
}
