package io.virgo.core.id;

import org.hibernate.MappingException;

/** How many numbers are fetched at once. */
record BlockSizes(long least, long most) {

    private static final int GROWTH = 1000;

    static BlockSizes of(String annotation, String entity, int blockSize, long maxBlockSize, IdType type) {
        if (blockSize < 1) {
            throw new MappingException(
                    annotation + " of " + entity + ": blockSize is " + blockSize + "; it has to be 1 at least");
        }
        if (maxBlockSize != 0 && maxBlockSize < blockSize) {
            throw new MappingException(annotation + " of " + entity + ": maxBlockSize is " + maxBlockSize
                    + ", less than blockSize " + blockSize);
        }
        long standard = type.isWide() ? (long) blockSize * GROWTH : blockSize;
        return new BlockSizes(blockSize, maxBlockSize == 0 ? standard : maxBlockSize);
    }
}
