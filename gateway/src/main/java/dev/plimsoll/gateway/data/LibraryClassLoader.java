package dev.plimsoll.gateway.data;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/** Class loader for the libraries of a folder. It adds {@link SqlNumberChecks} to the classes of the database. */
final class LibraryClassLoader extends URLClassLoader {

    LibraryClassLoader(List<URL> libraries, ClassLoader parent) {
        super(libraries.toArray(new URL[0]), parent);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!SqlNumberChecks.CLASSES.contains(name)) {
            return super.findClass(name);
        }
        try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] changed = SqlNumberChecks.addTo(file.readAllBytes(), this);
            return defineClass(name, changed, 0, changed.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
