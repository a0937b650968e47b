import { requestHead } from "./request-head.ts";

const ENGLISH =
  /\b(?:tests?|specs|suite)\b[^.!?\n]{0,40}\b(?:fail\w*|broken|red|pass|green)\b|\bfail\w*\b[^.!?\n]{0,40}\b(?:tests?|specs?)\b/i;

/** "Tests" and "fail" close together, in either order, in German, Spanish, French, Russian, Chinese and Japanese. */
const OTHERS =
  /\b(?:tests?|pruebas)\b[^.!?\n]{0,40}(?:fehl|kaputt|\brot\b|fall[ao]|échou|ne passent? pas|no pasan?)|тест[^.!?\n]{0,40}(?:пада|не проход)|测试[^。！？\n]{0,20}(?:失败|不通过|没通过|报错|挂)|テスト[^。！？\n]{0,20}(?:失敗|落ち|通ら|通り?ません)/i;

/** Whether a request is about tests that fail. */
export function speaksOfFailingTests(request: string): boolean {
  const text = requestHead(request);
  return ENGLISH.test(text) || OTHERS.test(text);
}
