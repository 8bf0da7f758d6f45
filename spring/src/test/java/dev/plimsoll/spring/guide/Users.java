package dev.plimsoll.spring.guide;

import dev.plimsoll.mcp.Caller;
import dev.plimsoll.mcp.Callers;
import dev.plimsoll.policy.Tier;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Application whose callers are the users of its requests, shown in the guide. */
@SpringBootApplication
public class Users {

    @Bean
    Callers callers() {
        return context -> {
            HttpServletRequest request =
                    ((ServletRequestAttributes) RequestContextHolder.currentRequestAttributes()).getRequest();
            String user = request.getRemoteUser();
            Tier tier = request.isUserInRole("ADMIN") ? Tier.ADMIN : Tier.READ;
            return new Caller(user == null ? "" : user, tier, context);
        };
    }
}
