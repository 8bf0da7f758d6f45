import dev.plimsoll.format.*; import dev.plimsoll.json.*; import dev.plimsoll.model.*; import dev.plimsoll.format.data.*;
import java.util.function.*; import java.util.*;
public class Cost {
  static String rep(int mb, String before, IntFunction<String> f, String after) { StringBuilder b=new StringBuilder(before); for(int i=0;b.length()<mb*1000000;i++) b.append(f.apply(i)); return b.append(after).toString(); }
  public static void main(String[] a) {
    int mb=20; Map<String,Supplier<String>> m=new LinkedHashMap<>();
    m.put("csv",()->rep(mb,"id,name,price\n",i->i+",name "+i+","+i+".50\n",""));
    m.put("python",()->rep(mb,"[",i->(i==0?"":", ")+"{'id': "+i+", 'name': 'n "+i+"', 'note': None}","]"));
    m.put("jsonl",()->rep(mb,"",i->"{\"id\":"+i+",\"name\":\"n "+i+"\"}\n",""));
    m.put("diff",()->rep(mb,"",i->"diff --git a/f"+i+" b/f"+i+"\n--- a/f"+i+"\n+++ b/f"+i+"\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n",""));
    m.put("gitlog",()->rep(mb,"",i->"commit "+String.format("%040x",i)+"\nAuthor: A <a@b.c>\nDate:   Mon Mar 2 10:11:12 2026 +0100\n\n    subject "+i+"\n\n",""));
    m.put("toon",()->{int n=1000000;StringBuilder b=new StringBuilder("["+n+"]{id,name,price}:\n");for(int i=0;i<n;i++)b.append("  "+i+",name"+i+","+i+".5\n");return b.toString();});
    m.put("table",()->rep(mb,"| id | name | price |\n|---|---|---|\n",i->"| "+i+" | name "+i+" | "+i+".50 |\n",""));
    m.put("fixed",()->rep(mb,"NAME                  READY   STATUS             AGE\n",i->String.format("%-22s%-8s%-19s%s%n","pod-"+i,i%3+"/2","Running",i%90+"d"),""));
    m.put("matches",()->rep(mb,"",i->"src/main/File"+i%40+".java:"+(i+1)+":   call("+i+");\n",""));
    m.put("blocks",()->rep(mb,"",i->"Title: t "+i+"\nURL: https://x/"+i+"\nScore: "+i+"\n\n",""));
    m.put("yaml",()->rep(mb,"items:\n",i->"  - name: n "+i+"\n    id: "+i+"\n    tags: [a, b]\n",""));
    m.put("yamllist",()->rep(mb,"",i->"- name: n "+i+"\n  id: "+i+"\n",""));
    m.put("rows",()->rep(mb,"{\"columns\":[\"id\",\"name\",\"price\"],\"rows\":[",i->(i==0?"":",")+"["+i+",\"name "+i+"\","+i+".50]","]}"));
    m.put("headerrow",()->rep(mb,"[[\"id\",\"name\",\"price\"]",i->",["+i+",\"name "+i+"\","+i+".50]","]"));
    m.put("files",()->rep(mb,"",i->"==> /a/f"+i+" <==\nline of text "+i+"\nanother\n\n",""));
    m.put("code",()->rep(mb,"import os\n",i->"class A"+i+":\n    def f"+i+"(self, x):\n        return x\n\n",""));
    m.put("json(plain)",()->rep(mb,"[",i->(i==0?"":",")+"{\"id\":"+i+",\"name\":\"n "+i+"\"}","]"));
    // hostile
    m.put("h:pybrackets",()->"[".repeat(20000000));
    m.put("h:rowsnest",()->"{\"columns\":[\"a\"],\"rows\":["+"[".repeat(9000)+"]".repeat(9000)+"]}");
    m.put("h:millioncols",()->{StringBuilder b=new StringBuilder("{\"columns\":[");for(int i=0;i<1000000;i++)b.append(i==0?"":",").append("\"c\"");return b.append("],\"rows\":[[1],[2]]}").toString();});
    m.put("h:samecols",()->{StringBuilder b=new StringBuilder("{\"columns\":[");for(int i=0;i<200000;i++)b.append(i==0?"":",").append("\"c\"");b.append("],\"rows\":[[");for(int i=0;i<200000;i++)b.append(i==0?"":",").append("1");return b.append("]]}").toString();});
    m.put("h:fences",()->rep(mb,"",i->"```json\n",""));
    m.put("h:eqlines",()->rep(mb,"",i->"========\n",""));
    m.put("h:dashes",()->"a/b:\n"+rep(mb,"",i->"\n---\n",""));
    m.put("h:filetag",()->rep(mb,"",i->"<file path=\"\">\n",""));
    m.put("h:fileheads",()->rep(mb,"",i->"## File: a\n```\n",""));
    m.put("h:indents",()->rep(2,"",i->" ".repeat(i%3000)+"def f"+i+"():\n",""));
    m.put("h:oneline",()->"public "+"a ".repeat(10000000)+"(");
    for (var e: m.entrySet()) { byte[] t=e.getValue().get().getBytes(java.nio.charset.StandardCharsets.UTF_8);
      String r=""; for(int k=0;k<2;k++){ long s=System.nanoTime(); Document d=Document.ofDecoded(Slice.of(t)); long s1=System.nanoTime(); TextRecords tr=TextRecords.find(d); long s2=System.nanoTime();
      long s3=0; if(tr==null&&!d.json()){ var idx=LineIndex.of(d.bytes()); var c=dev.plimsoll.section.TextContents.of(d.bytes(),idx,dev.plimsoll.texttype.TextTypes.of(d.bytes()),false); s3=System.nanoTime()-s2; r="contents "+(c==null?null:c.headings().count());} else r=tr==null?"none":tr.data().label();
      if(k==1) System.out.printf("%-14s %4d MB scan %5d ms, read %6d ms, contents %5d ms  %s%n",e.getKey(),t.length/1000000,(s1-s)/1000000,(s2-s1)/1000000,s3/1000000,r);} }
  }
}
