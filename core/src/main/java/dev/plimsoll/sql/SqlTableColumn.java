package dev.plimsoll.sql;

/**
 * Column of a table.
 *
 * @param integerDigits most digits before the decimal point, if the type is DECIMAL
 * @param fractionDigits most digits after the decimal point, if the type is DECIMAL
 * @param hasExponents whether a number is written with an exponent
 * @param remark what may mislead about the column; empty if nothing does
 */
public record SqlTableColumn(
        String name, SqlType type, int integerDigits, int fractionDigits, boolean hasExponents, String remark) {}
