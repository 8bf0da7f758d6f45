package dev.plimsoll.policy;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.policy.setting.SettingType;

/** Types of the settings that say how a tool pages. */
final class PagingSettingTypes {

    private static final int MAX_NAME_LENGTH = 128;
    private static final int MAX_PATH_LENGTH = 512;
    private static final int MAX_DIGITS = 6;

    private PagingSettingTypes() {}

    /** Type of a text. */
    abstract static class Text extends SettingType<String> {

        Text() {
            super(Kind.TEXT, String.class);
        }

        @Override
        public final String text(String value) {
            return value;
        }

        @Override
        protected final String parseText(String text) {
            return text;
        }
    }

    /** Name of an argument, optionally with its value for the first page. */
    static final class Argument extends Text {

        @Override
        public String allowed() {
            return "the name of an argument, or NAME=0 or NAME=1";
        }

        @Override
        protected boolean isAllowed(String value) {
            int equalsSign = value.indexOf('=');
            String firstPage = equalsSign < 0 ? "0" : value.substring(equalsSign + 1);
            return isName(equalsSign < 0 ? value : value.substring(0, equalsSign))
                    && (firstPage.equals("0") || firstPage.equals("1"));
        }
    }

    /** Name of an argument, a number, or both. */
    static final class Size extends Text {

        @Override
        public String allowed() {
            return "the name of an argument, a whole number from 1 to 999999, or NAME=NUMBER";
        }

        @Override
        protected boolean isAllowed(String value) {
            int equalsSign = value.indexOf('=');
            if (equalsSign >= 0) {
                return isName(value.substring(0, equalsSign)) && isSize(value.substring(equalsSign + 1));
            }
            boolean isNumber = value.chars().allMatch(c -> c >= '0' && c <= '9');
            return isNumber ? isSize(value) : isName(value);
        }
    }

    /** Path of a value in a result. */
    static final class Path extends Text {

        @Override
        public String allowed() {
            return "a path such as meta.next, a JSON Pointer such as /meta/next, or . for the result itself";
        }

        @Override
        protected boolean isAllowed(String value) {
            if (value.isEmpty() || value.length() > MAX_PATH_LENGTH || hasControlCharacter(value)) {
                return false;
            }
            try {
                return JsonPointer.parsePath(value).toString().length() <= MAX_PATH_LENGTH;
            } catch (IllegalArgumentException e) {
                return false;
            }
        }
    }

    private static boolean isName(String name) {
        boolean hasContent = !name.isBlank() && name.strip().length() == name.length();
        return hasContent && name.length() <= MAX_NAME_LENGTH && !hasControlCharacter(name) && name.indexOf('=') < 0;
    }

    private static boolean hasControlCharacter(String text) {
        return text.chars().anyMatch(c -> c < ' ');
    }

    private static boolean isSize(String digits) {
        boolean isNumber = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber && digits.length() <= MAX_DIGITS && digits.charAt(0) != '0';
    }
}
