package dev.plimsoll.testkit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PicturesTest {

    @Test
    void createsPicturesThatImageIoReads() throws IOException {
        for (int[] size : new int[][] {{1, 1}, {7, 9}, {64, 64}, {801, 599}}) {
            assertReadable(Pictures.png(size[0], size[1]), size);
            assertReadable(Pictures.jpeg(size[0], size[1]), size);
            assertReadable(Pictures.noisyPng(size[0], size[1]), size);
        }
    }

    private static void assertReadable(byte[] picture, int[] size) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(picture));
        assertThat(new int[] {image.getWidth(), image.getHeight()}).isEqualTo(size);
    }

    @Test
    void createsAGifThatImageIoReads() throws IOException {
        assertThat(ImageIO.read(new ByteArrayInputStream(Pictures.gif(320, 200))))
                .isNotNull();
        assertThat(Pictures.gif(320, 200)).containsSequence('F', '8', '9', 'a', 64, 1, 200, 0);
    }

    @Test
    void plainPicturesAreSmallAndNoisyOnesLarge() {
        assertThat(Pictures.png(4_000, 3_000)).hasSizeLessThan(10_000);
        assertThat(Pictures.noisyPng(400, 300)).hasSizeGreaterThan(256 * 1_024);
    }
}
