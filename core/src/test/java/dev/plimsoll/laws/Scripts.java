package dev.plimsoll.laws;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Texts that cost many tokens for their size: a message of a booking service to its guests, in scripts of which the
 * vocabulary of the tokenizer contains few words, and other such texts.
 */
final class Scripts {

    private static final Map<String, String> SENTENCES = sentences();

    private Scripts() {}

    static Set<String> names() {
        return SENTENCES.keySet();
    }

    /** Creates a text of at least this size: messages with numbers, names, and times between them. */
    static String prose(String script, int bytes) {
        StringBuilder text = new StringBuilder();
        int size = 0;
        for (int i = 0; size < bytes; i++) {
            String line = message(script, i) + (i % 3 == 0 ? "\n" : " ");
            text.append(line);
            size += line.getBytes(StandardCharsets.UTF_8).length;
        }
        return text.toString();
    }

    /** Creates a list of bookings with English member names, some also in the script. */
    static String records(String script, int bytes) {
        StringBuilder json = new StringBuilder("[");
        int size = 0;
        for (int i = 0; size < bytes; i++) {
            String record = (i == 0 ? "" : ",") + "{\"id\":\"BK-" + (20_411 + 37 * i) + "\",\"status\":\""
                    + (i % 3 == 0 ? "confirmed" : "pending") + "\",\"message\":" + JsonStrings.of(message(script, i))
                    + ","
                    + JsonStrings.of(word(script, i)) + ":{\"nights\":" + (1 + i % 9) + ",\"note\":"
                    + JsonStrings.of(message(script, i + 1)) + "}}";
            json.append(record);
            size += record.getBytes(StandardCharsets.UTF_8).length;
        }
        return json.append("]").toString();
    }

    /** Escapes every non-ASCII character in JSON. */
    static String escaped(String json) {
        StringBuilder out = new StringBuilder();
        json.chars().forEach(c -> out.append(c < 0x80 ? Character.toString(c) : "\\u%04x".formatted(c)));
        return out.toString();
    }

    private static String message(String script, int i) {
        String[] words = requireNonNull(SENTENCES.get(script)).split(" ", -1);
        int firstWord = i % words.length;
        StringBuilder prose = new StringBuilder();
        for (int k = 0; k < words.length; k++) {
            // each message begins with another word, so that adjacent messages differ
            prose.append(k == 0 ? "" : " ").append(words[(k + firstWord) % words.length]);
        }
        return prose.append(" (")
                .append(1 + i % 28)
                .append(".7., #")
                .append(1_000 + 13 * i)
                .append(')')
                .toString();
    }

    private static String word(String script, int i) {
        String[] words = requireNonNull(SENTENCES.get(script)).split(" ", -1);
        return words[i % words.length];
    }

    private static Map<String, String> sentences() {
        Map<String, String> prose = new LinkedHashMap<>();
        prose.put(
                "lao",
                "ພວກເຮົາໄດ້ຮັບການຈອງຂອງທ່ານແລ້ວ ແລະຈະສົ່ງໃບຢືນຢັນໄປຫາທ່ານ ໃນມື້ອື່ນຕອນເຊົ້າ ຂໍຂອບໃຈທີ່ໃຊ້ບໍລິການ");
        prose.put(
                "khmer",
                "យើងបានទទួលការកក់របស់លោកអ្នកហើយ ហើយនឹងផ្ញើការបញ្ជាក់ទៅលោកអ្នក នៅថ្ងៃស្អែកពេលព្រឹក។ សូមអរគុណចំពោះការប្រើប្រាស់សេវាកម្ម");
        prose.put(
                "burmese",
                "သင့်ဘွတ်ကင်ကို လက်ခံရရှိပြီးဖြစ်ပါသည်။ မနက်ဖြန်မနက်တွင် အတည်ပြုစာ ပေးပို့ပါမည်။ ကျေးဇူးအထူးတင်ရှိပါသည်");
        prose.put(
                "tibetan",
                "ང་ཚོར་ཁྱེད་ཀྱི་མངགས་ཉོ་འབྱོར་སོང་། སང་ཉིན་ཞོགས་པར་གཏན་འཁེལ་གྱི་ཡི་གེ་བསྐུར་རྒྱུ་ཡིན། ཐུགས་རྗེ་ཆེ་ཞུ་རྒྱུ་ཡིན།");
        prose.put("amharic", "የእርስዎን ቦታ ማስያዣ ተቀብለናል፤ ነገ ጠዋት ማረጋገጫውን እንልክልዎታለን። አገልግሎታችንን ስለተጠቀሙ እናመሰግናለን።");
        prose.put(
                "urdu",
                "ہمیں آپ کی بکنگ موصول ہو گئی ہے اور ہم کل صبح آپ کو تصدیق نامہ بھیج دیں گے۔ ہماری خدمات استعمال کرنے کا شکریہ۔");
        String vietnamese = "Chúng tôi đã nhận được đặt phòng của quý khách và sẽ gửi xác nhận vào sáng ngày mai";
        prose.put("combining marks", Normalizer.normalize(vietnamese, Normalizer.Form.NFD));
        prose.put("stacked marks", "B̷̡̛̤o̵̙͌͜ö̶̩́k̸̰̈́͝i̴̖͗n̸̢̓͆ģ̵̛̺ c̶̨̛̞o̷͚͋n̷̬̾͝f̶̰̈́í̴̺͝r̵̡̀͠m̸͖̄ë̷͜͝d̴̝͂");
        prose.put(
                "emoji",
                "👩‍👩‍👧‍👦🏳️‍🌈 👩🏽‍🚀🧑🏿‍🤝‍🧑🏻 🇱🇦🇰🇭🇲🇲🇪🇹 🏝️🛎️🧳✈️ 🫶🏾🙏🏼👍🏿 🧑🏻‍💻🕵🏽‍♀️");
        prose.put("dhivehi", "އަޅުގަނޑުމެންނަށް ތިޔަބޭފުޅުންގެ ބުކިންގ ލިބިއްޖެ މާދަމާ ހެނދުނު ޔަގީންކަން ފޮނުވާނަން");
        prose.put("sinhala", "ඔබගේ වෙන්කිරීම අපට ලැබී ඇති අතර හෙට උදෑසන තහවුරු කිරීම එවන්නෙමු");
        prose.put("cherokee", "ᎣᏏᏲ ᏙᎯᏧ ᎠᏂᎩᏚᏩᎩ ᎠᎴ ᏧᎾᏕᎶᏆᏍᏗ ᎦᎪᎯ ᏗᎧᎿᏩᏛᏍᏗ");
        prose.put("inuktitut", "ᐃᓄᐃᑦ ᐃᓄᒃᑎᑐᑦ ᐅᖃᐅᓯᖃᖃᑦᑕᖅᑐᑦ ᖃᐅᑕᒫᑦ ᐊᐃᓐᖓᐃ ᓇᑯᕐᒦᒃ");
        prose.put("n'ko", "ߌ ߣߌ ߛߐ߲߬ߜߐ߫ ߊߟߎ߫ ߣߌ߫ ߊ ߕߋ߲߬ߕߋ ߒߞߏ ߞߊ߲ ߘߐ߫");
        prose.put("mathematical letters", "𝐘𝐨𝐮𝐫 𝒃𝒐𝒐𝒌𝒊𝒏𝒈 𝕙𝕒𝕤 𝔟𝔢𝔢𝔫 𝓬𝓸𝓷𝓯𝓲𝓻𝓶𝓮𝓭");
        prose.put("braille", "⠽⠕⠥⠗ ⠃⠕⠕⠅⠊⠝⠛ ⠓⠁⠎ ⠃⠑⠑⠝ ⠉⠕⠝⠋⠊⠗⠍⠑⠙");
        prose.put("cuneiform", "𒀭𒂗𒆤 𒈗𒆳𒆳𒊏 𒀀𒁀𒀭𒀭𒌷𒉈𒆤 𒅗𒄀𒈾");
        prose.put("one rare letter after the other", "qxjzvk wqzxjv kzqwxv jxqkzw vzqjxk zwxqvj xkqzjw");
        return prose;
    }
}
