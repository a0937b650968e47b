/** Words that say "yes" or "go on" by themselves, in small letters without accents, separated by commas. */
export const AFFIRMATIONS: readonly string[] = [
  // English
  "yes,yess,yep,yeah,yup,yea,ya,y,yes sir,aye,ok,okay,okey,okie,okie dokie,k,kk,sure,sure thing,absolutely,definitely,certainly,of course,right,correct,exactly,agreed,fine,alright,all right,affirmative,indeed,by all means",
  "go,go on,go ahead,go for it,go forward,lets go,proceed,continue,please continue,carry on,keep going,keep on,keep at it,move on,next,next step,next one,resume,do it,do that,do so,do this,please do,make it so,ship it,lets do it,lets do that,start,begin,you may,you can,you may proceed,apply it,apply,accept,accepted",
  "sounds good,sounds great,looks good,looks good to me,looks great,lgtm,that works,works for me,thats right,thats fine,thats correct,thats good,i agree,approved,approve,confirmed,confirm,granted,makes sense,good idea,as you like,as you wish,thats what i want,go with that,go with it",
  // German
  "ja,jap,jep,jo,joa,jawohl,genau,klar,na klar,sicher,natürlich,selbstverständlich,gern,gerne,in ordnung,einverstanden,passt,passt so,mach,mach das,mach es,machs,mach mal,mach weiter,mach so weiter,weiter,weiter so,weiter gehts,nur zu,los,los gehts,leg los,fahr fort,fortfahren,fortsetzen,tu das,tu es,stimmt,richtig,alles klar,doch,so machen,kannst du machen,von mir aus,klingt gut,sieht gut aus,okidoki,geht klar,nächster schritt",
  // Spanish, Portuguese, Italian
  "si,claro,claro que si,vale,dale,de acuerdo,por supuesto,correcto,exacto,adelante,continua,continuar,continue,sigue,siga,sigue adelante,hazlo,hagalo,hagamoslo,procede,proceda,proceder,esta bien,bueno,listo,venga,okey,asi es,como no,desde luego,siguiente,me parece bien,suena bien,seguro,va,anda,vamos,echale",
  "sim,pode ser,pode ir,pode continuar,pode fazer,pode prosseguir,beleza,certo,vai em frente,vai,vai la,isso,isso mesmo,prossiga,prosseguir,segue,siga em frente,ta,ta bom,tudo bem,faz isso,faça isso,faça,claro que sim,com certeza,combinado,proximo,bora",
  "certo,va bene,daccordo,d accordo,prosegui,procedi,vai avanti,avanti,esatto,fallo,certamente,certo che si,fai pure,giusto,ci sto,va benissimo,prossimo",
  // French
  "oui,ouais,ouaip,d accord,daccord,vas y,allez,allez y,allons y,on y va,c est parti,continuez,poursuis,poursuivez,poursuivre,bien sur,c est bon,ca marche,exactement,exact,tout a fait,volontiers,entendu,fais le,faites le,fais ca,ca me va,suivant,c est ca,absolument,bien entendu,pas de probleme,ca roule,parfait continue",
  // Dutch, Scandinavian
  "jazeker,jawel,ga door,ga verder,ga je gang,doe maar,doe het,akkoord,natuurlijk,zeker,is goed,verder,volgende,oke,begin maar",
  "japp,okej,fortsatt,kor,kor pa,gor det,visst,absolut,jada,javisst,fortsett,fortsæt,kør,kjør,kjor pa,selvfolgelig,selvfølgelig,sjalvklart,klart,joo,kylla,jatka,selva,toki,sopii",
  // Slavic, Baltic, Hungarian, Romanian, Greek
  "да,ага,угу,хорошо,ок,окей,давай,давайте,продолжай,продолжайте,продолжить,конечно,ладно,согласен,согласна,верно,делай,сделай,сделай это,дальше,вперед,поехали,точно,можно,разумеется,так,добре,продовжуй,далі,звичайно,гаразд,так точно",
  "tak,jasne,dobrze,dobra,kontynuuj,dalej,zgoda,okej,pewnie,smialo,zrob to,rob dalej,dzialaj,oczywiscie,ano,jo,dobre,pokracuj,pokracujte,jiste,urcite,ano prosim,da,dobro,nastavi,naravno,u redu,moze,igen,rendben,folytasd,persze,mehet,sigur,bine,continua te rog,desigur,ναι,ενταξει,συνεχισε,βεβαια,προχωρα",
  // Turkish, Indonesian, Vietnamese, Hebrew, Arabic, Persian, Hindi, Thai
  "evet,tamam,devam,devam et,olur,tabii,tabii ki,elbette,peki,aynen,hadi,yap,iya,oke,lanjut,lanjutkan,teruskan,baik,baiklah,setuju,silakan,silahkan,boleh,tentu,gas,vang,dong y,tiep tuc,tiep di",
  "כן,בסדר,המשך,תמשיך,אוקיי,בטח,קדימה,نعم,أجل,اجل,ايوه,حسنا,تمام,استمر,تابع,موافق,طيب,اكمل,أكمل,واصل,بله,باشه,ادامه بده,ادامه,آره,حتما,हाँ,हां,जी,जी हाँ,जी हां,ठीक है,ठीक,जारी रखो,जारी रखें,बिल्कुल,करो,आगे बढ़ो,ใช่,ตกลง,ต่อ,ได้,โอเค,ทำต่อ,ทำเลย,ได้เลย,ครับ,ค่ะ",
  // Chinese
  "好,好的,好吧,好啊,好呀,好哒,好滴,行,行吧,可以,可以的,可以吧,是,是的,是啊,对,对的,对啊,没错,正确,继续,继续吧,请继续,继续做,继续执行,接着,接着来,接着做,往下,往下走,嗯,嗯嗯,恩,同意,没问题,当然,当然可以,确认,确定,开始,开始吧,去做,去做吧,做吧,动手,动手吧,执行吧,搞吧,来吧,走起,下一步,下一个,就这样,就这么办,就这么做,照做,按你说的做,听你的,中,成,要,要的,需要,赞成,批准,明白,收到,了解",
  "好的喔,對,對的,沒錯,繼續,請繼續,沒問題,當然,確認,確定,開始吧,就這樣,下一個,動手吧,按你說的做",
  // Japanese
  "はい,うん,ええ,そう,そうです,そうしよう,そうして,そうしてください,お願いします,おねがいします,お願い,お願い致します,続けて,続けてください,続ける,続き,続きをお願いします,続行,続行して,続行してください,どうぞ,了解,了解です,了解しました,承知,承知しました,オーケー,オッケー,おk,いいよ,いいです,いいですよ,いいね,いいと思います,大丈夫,大丈夫です,わかりました,分かりました,わかった,進めて,進めてください,すすめて,やって,やってください,やりましょう,もちろん,次,次へ,次に,よろしく,よろしくお願いします,その通り,その通りです,それで,それでいい,それでいいです,それで大丈夫,それでお願いします,賛成,正解,ぜひ,始めて,始めてください",
  // Korean
  "네,넵,넹,예,응,어,그래,그래요,좋아,좋아요,좋습니다,좋네요,계속,계속해,계속해줘,계속 해줘,계속해주세요,계속해 주세요,계속하세요,계속 진행해,진행,진행해,진행해줘,진행해주세요,진행해 주세요,진행하세요,오케이,ㅇㅋ,ㅇㅇ,ㅇㅋㅇㅋ,알겠습니다,알겠어,맞아,맞아요,맞습니다,물론,물론이죠,그렇게 해,그렇게 해줘,그렇게 해주세요,해줘,해주세요,하세요,다음,시작해,시작해줘,그럼요,당연하지",
];

/** Words that may stand beside them and say nothing of their own. */
export const AFFIRMATION_FILLERS: readonly string[] = [
  "please,pls,plz,pleas,then,now,just,so,well,oh,ah,mate,man,bro,sir,xd,perfect,great,good,cool,nice,awesome,excellent,and,with it,with that,ahead,very well,for me,thats,it is,i do,we can,you can do it,all,good to go",
  "bitte,dann,mal,nun,jetzt,und,super,prima,schön,also,so,gut,perfekt,sehr,machen,wir,bitteschön,doch mal,ruhig",
  "por favor,entonces,ya,pues,y,perfecto,genial,muy bien,bien,favor,ahora,eso,per favore,allora,e,perfetto,bene,então,agora,e ai,perfeito,otimo,mesmo",
  "s il te plait,s il vous plait,stp,svp,alors,bon,bien,et,parfait,super,maintenant,on peut,tu peux,vous pouvez,tres bien",
  "alsjeblieft,graag,maar,dan,goed,tack,bra,da,tak skal,пожалуйста,тогда,ну,и,отлично,будь ласка,prosze,prosim,te rog,lütfen,tolong,dulu,يا,من فضلك,لطفا,कृपया",
  "请,请你,那,那就,就,吧,了,啊,呀,哦,噢,嘛,的,麻烦,麻烦你,谢谢你先,一下,你,先,請,那麼",
  "では,じゃあ,それでは,ください,です,ね,よ,で,それなら,좀,그럼,요",
];

/** Signs that say it. */
export const AFFIRMATION_SIGNS = "👍👌🙌✅✔☑🆗🚀💯🤝▶⏩➡⏭🫡";

/** Signs that say the opposite. */
export const REFUSAL_SIGNS = "👎❌✖🚫🛑⛔✋⏸⏹🙅";
