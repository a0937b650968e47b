/** An interval of 95 %; ends in the unit of what it is about. */
export type Interval = { readonly low: number; readonly high: number };

/** The 97.5 % quantile of the standard normal distribution, for intervals of 95 %; written out because simple-statistics' `probit` approximates it by 1.957. */
export const Z95 = 1.959963984540054;
