package dev.plimsoll.sql;

/**
 * Column of a table that a statement reads.
 *
 * @param integerDigits maximum number of digits before the decimal point, if the type is DECIMAL
 * @param fractionDigits maximum number of digits after the decimal point, if the type is DECIMAL
 * @param hasExponents whether some number is written with an exponent
 * @param isNested whether the values are members of objects in another column; {@code SELECT *} does not select them
 * @param remark reason why a column that contains numbers is text; empty for other columns
 */
public record SqlInputColumn(
        String name,
        SqlType type,
        int integerDigits,
        int fractionDigits,
        boolean hasExponents,
        boolean isNested,
        String remark) {}
