import type { Json } from "../types.ts";
import { isObject, schemaProperties, schemaTypes } from "./json-schema.ts";
import type { NestedElement } from "./read-nested-tags.ts";
import { alternatives, valueFromText } from "./value-from-text.ts";

/** The name of the elements that a list is written with. */
const ITEM = "item";

/** The value that an element means by its schema: elements named `item` as a list, others as an object, text as in `valueFromText`; undefined if a name stands twice. */
function valueFromElement({ text, children }: NestedElement, schema: Json | undefined): Json | undefined {
  const list = ofType(schema, "array");
  const object = ofType(schema, "object");
  if (children.length === 0) {
    if (text.trim() !== "" || ofType(schema, "string") !== undefined) return valueFromText(text, schema);
    return list !== undefined ? [] : object !== undefined ? {} : text;
  }
  const isList = children.every(({ name }) => name === ITEM) && !Object.hasOwn(schemaProperties(object) ?? {}, ITEM);
  if (!isList) return objectFromElements(children, object);
  const itemSchema = isObject(list) ? list["items"] : undefined;
  const items = children.map((child) => valueFromElement(child, itemSchema));
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** An object of what the elements mean, by the schema's properties; undefined if a name stands twice. */
export function objectFromElements(
  elements: readonly NestedElement[],
  schema: Json | undefined,
): { [key: string]: Json } | undefined {
  const properties = schemaProperties(schema);
  const members = new Map<string, Json>();
  for (const element of elements) {
    const value = valueFromElement(element, properties?.[element.name]);
    if (value === undefined || members.has(element.name)) return undefined;
    members.set(element.name, value);
  }
  return Object.fromEntries(members);
}

/** The schema, or the one among its alternatives, that allows the type. */
function ofType(schema: Json | undefined, type: string): Json | undefined {
  return [schema, ...alternatives(schema)].find((some) => schemaTypes(some).includes(type));
}
