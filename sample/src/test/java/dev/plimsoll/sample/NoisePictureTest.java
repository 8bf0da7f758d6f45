package dev.plimsoll.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class NoisePictureTest {

    @Test
    void createsAValidPng() throws Exception {
        byte[] photo = NoisePicture.generate(3);
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(photo));
        assertThat(image.getWidth()).isEqualTo(800);
        assertThat(image.getHeight()).isEqualTo(600);
        assertThat(photo)
                .isEqualTo(NoisePicture.generate(3))
                .isNotEqualTo(NoisePicture.generate(4))
                .hasSizeGreaterThan(300_000);
    }
}
