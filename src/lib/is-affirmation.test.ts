import { describe, expect, it } from "vitest";
import { isAffirmation } from "./is-affirmation.ts";

const YES = [
  "yes|Yes.|YES!!!|yess|yesss|yep|yeah|yup|y|ok|OK|Ok.|okay|okay!|okie dokie|k|kk|sure|Sure thing!|of course|go on|Go on…|go ahead|go for it|continue|Continue.|please continue|carry on|keep going|proceed|do it|just do it|do it!|yes please|Yes, please.|yes, do it|yes do that please|ok go|ok, go on then|alright|all right, let's go|Let’s do it|sounds good|sounds good, go ahead|looks good to me|LGTM|lgtm 👍|right|exactly|agreed|perfect, continue|great, go ahead|yes and continue|absolutely :)|make it so|next|next step please|approved|+1|i agree|ok ok|Yes — go ahead|  yes\n|“yes”",
  "👍|👍🏽|👍👍|👌|✅|✔️|🆗|🚀|ok 👍|💯",
  "ja|Ja!|ja bitte|Ja, bitte.|jo|jep|genau|klar|na klar|weiter|Weiter!|weiter so|mach weiter|mach das|ja, mach das|passt|passt so|in ordnung|einverstanden|nur zu|los geht's|leg los|gerne|ja gerne|okay, dann mach mal|alles klar|stimmt",
  "sí|Sí.|si|claro|¡Claro que sí!|vale|dale|¡Dale!|dale, sigue|de acuerdo|adelante|continúa|sigue|hazlo|sí, hazlo por favor|está bien|ok, continúa|por supuesto|venga",
  "oui|Oui !|ouais|d'accord|d’accord|ok vas-y|oui vas-y|vas-y|allez-y|continue|oui, continue s'il te plaît|c'est bon|ça marche|bien sûr|parfait, continue|on y va|fais-le",
  "sim|claro|pode continuar|vai em frente|beleza|sim, por favor|isso mesmo|sì|va bene|certo|vai avanti|avanti|d'accordo|ga door|ja graag|akkoord|fortsätt|kör på|tak|jasne|kontynuuj|dalej|ano|rendben",
  "да|Да.|да, давай|давай|хорошо|ок|продолжай|конечно|ладно, продолжай|поехали|так|добре|продовжуй|evet|tamam|devam et|नहीं".replace(
    "|नहीं",
    "",
  ),
  "好|好的|好的。|好的！|好的，继续|好吧|行|可以|可以的|是的|对|没错|继续|继续吧|请继续|嗯|嗯嗯|没问题|当然可以|确认|开始吧|下一步|就这么办|好的好的|那就继续吧|繼續|沒問題|ok，继续",
  "はい|はい。|はい、お願いします|うん|ええ|そうです|お願いします|続けて|続けてください|はい、続けてください|どうぞ|了解|了解です|いいよ|いいですよ|大丈夫です|わかりました|進めてください|もちろん|オッケー|では、続けてください",
  "네|네!|네, 계속해주세요|응|좋아|좋아요|계속|계속해|진행해줘|그래|오케이|알겠습니다|맞아요|نعم|نعم، استمر|حسنا|تمام|כן|בסדר|हाँ|ठीक है|जारी रखें|ใช่|vâng|iya, lanjutkan|ναι|εντάξει",
].flatMap((list) => list.split("|"));

const MORE = [
  "ok but first explain|yes, and delete the tests|yes but only in src|okay, why?|ok?|yes?|continue?|sure, but keep the old name|go on strike|go to src/a.ts|right click handler|continue with the tests|continue in cart.js|next.js|next, fix the tests|do it again|do it in python|start the server|run it|no|nope|no, continue|not yet|don't continue|yes or no|ok google|okay so what about the cache|please|then|and|thanks|thank you|hello|fine-tune the model|proceed to delete everything|apply the patch to b.ts|k8s|y = 2|yes 2|1|sure is slow|exactly one test fails|keep going until the tests pass|ok ❌|👎|👍 but rename it|yes\n\n```js\nf()\n```|",
  "ja aber erst erklären|ja, und lösche die Tests|weiter mit den Tests|nein|klar ist das falsch|mach das Licht an|genau eine Datei|sí, pero primero explica|no|dale un nombre mejor|claro que no|sigue sin funcionar|oui mais explique d'abord|non|vas-y doucement avec les tests|continue avec cart.js|d'accord, et ajoute un test",
  "好的，但是先解释一下|好的，删除测试|可以解释一下吗？|继续修改 cart.js|不|不行|不可以|不对|好难|是的，不过先别改|はい、でも先に説明して|続けてテストも書いて|いいえ|네, 그런데 먼저 설명해줘|아니요|да, но сначала объясни|нет|не надо",
].flatMap((list) => list.split("|"));

describe("isAffirmation", () => {
  it.each(YES)("takes %j for a yes", (message) => expect(isAffirmation(message)).toBe(true));

  it.each(MORE)("sees that %j says more, or something else", (message) => expect(isAffirmation(message)).toBe(false));

  it("needs no time for a long message", () => {
    const started = performance.now();
    for (const part of ["好的", "yes ", "ok", "👍"]) expect(isAffirmation(part.repeat(500_000))).toBe(false);
    expect(isAffirmation(`${"好的".repeat(39)}x`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
