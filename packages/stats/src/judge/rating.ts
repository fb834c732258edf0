/** What a rater says of an item: a verdict, a label or a number. */
export type Rating = string | number | boolean;
