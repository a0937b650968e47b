import type { Vocabulary } from "./request-signals.ts";

export const GERMAN: Vocabulary = {
  create: "erstell*,anleg*,leg,lege,generier*,neue datei,neuen ordner",
  compose: "schreib*,verfass*",
  file: "kopier*,umbenenn*,benenn*,lösch*,überschreib*,dokumentier*",
  edit: "erhöhe,ändere,ändern,änder,ersetz*,aktualisier*,entfern*,verschieb*,anpass*,passe,tausch*",
  add: "hinzu,hinzufüg*,einfüg*,füge,füg,ergänz*",
  make: "mach,mache,setz,setze,stell,stelle",
  program:
    "ändere nur,beheb*,reparier*,korrigier*,implementier*,refaktor*,refactor*,optimier*,debugg*,verbesser*,vereinfach*,portier*,konvertier*,löse,lösen,fixe,bau ein,baue ein,einbauen,sorg dafür,sorge dafür,kümmere dich,kümmer dich,unterstütz*,abfangen,validier*,beschleunig*",
  require: "soll,sollen,sollte,sollten,muss,müssen,darf,dürfen,brauchen,ich möchte,ich will,wir wollen,nur",
  symptom:
    "weiss,leer,keine fehlermeldung,stürzt,absturz,abstürze,abstürzt,schlägt fehl,schlagen fehl,fehlgeschlagen,fehlschlägt,fehlschlagen,funktioniert nicht,funktionieren nicht,geht nicht,gehen nicht,klappt nicht,passiert nichts,kaputt,zweimal,doppelt,langsam,zu langsam,falsch,hängt,fehlt,schneller,abgelehnt,wird nicht,werden nicht,wirft",
  textThing:
    "abschnitt*,kommentar*,überschrift*,zeile,zeilen,tippfehler,text,titel,dokumentation,folgendes,rechtschreib*,wort",
  fileThing: "datei,dateien,ordner,verzeichnis",
  codeThing:
    "funktion,funktionen,methode,methoden,klasse,klassen,option,schalter,variable,variablen,schleife,knopf,programm,logik,schnittstelle,komponente,seite,test,unittest,unittests,prüfung,abfrage,anmeldung",
  fault: "fehler,bug,bugs,problem",
  project: "projekt,projekts,repository,repo,hier,dieses,diese,dieser,diesen,code,codebasis,quelltext,unser,unsere,wir",
  search:
    "wer ruft,wer benutzt,wer verwendet,andere stellen,noch andere,such,suche,suchen,finde,finden,durchsuch*,welche dateien,welche datei,in welcher datei,in welchen dateien,wie viele dateien,welche tests,welche funktion,welche klasse,welche komponente,liste alle",
  where: "wo,wo ist,wo sind,wo wird,wo werden,wo steht,wo stehen,alle stellen,irgendwo",
  usage:
    "stellen,vorkommt,vorkommen,definiert,verwendet,benutzt,benutzen,aufgerufen,verwendung,verwendungen,alle,gesetzt,konfiguriert",
  run: "ausführ*,führe,führ,installier*,kompilier*,starte,start,starten,neu starten,committe*,laufen,bau,baue,bauen,lass die tests,git,fahr",
  runThing: "tests,server,abhängigkeiten,skript,befehl,nochmal,erneut,ausgabe,build",
  try: "probier*,teste,test das,versuch,versuche,ausprobieren",
  check: "prüfe ob,prüf ob,schau ob,laufen die tests",
  plan: "einen plan,plan,plane,planen,planung,strategie,skizzier*,entwirf,entwurf,konzept,fahrplan",
  approach:
    "wie würdest du,vorgehen,vorgehensweise,in welcher reihenfolge,was würdest du,schlag,vorschlag*,wie sollten wir,wie könnten wir,abschätz*,schätze,vor und nachteile,wie gehen wir",
  planThing: "architektur,schritt,schritte,schritten,überleg*,umbau,optionen,möglichkeiten",
  noChange:
    "noch nichts ändern,nichts ändern,ohne etwas zu ändern,ändere nichts,ändere noch nichts,noch keinen code,keinen code,nur erklären,nichts verändern,noch nicht ändern",
  read: "zeig,zeige,lies,lese,öffne,überblick,zusammenfass*,fass,fasse,was steht,was steckt,beschreib*,schau dir,sieh dir,ansehen,anschauen,vergleich*,inhalt,was ist in",
  explain: "erklär*,erläuter*,sag mir,verstehe*,verstehen",
  web: "internet,online,im netz,im web,webseite,google,googel*,website,wetter",
  news: "herunterlad*,herunter,runterlad*,lade,neueste,neuesten,neueste version,neuesten version,aktuelle version,aktuellen version,schau nach,anleitung",
  why: "warum,wieso,weshalb",
  howWorks: "was macht,was tut,wie funktioniert,wie funktionieren,wie wird,wie ist,wie sind,worum geht,was passiert",
  howTo:
    "wie kann ich,wie mache ich,wie geht das,wie füge ich,wie erstelle ich,wie bekomme ich,sollte ich,soll ich,wann sollte,kann man",
  howPlan: "wie sollte ich,was sind die schritte,welche schritte,was wäre nötig,was bräuchte",
  whatIs:
    "was ist ein,was ist eine,was sind,kannst du deutsch,was ist der,was ist die,was ist das,unterschied,was bedeutet,bedeutet,was hältst du,besser als,schneller als,empfiehlst,übersetz*,witz",
  asks: "was ist,wer,welche,welcher,welches",
  greeting:
    "hallo,hi,guten tag,guten morgen,guten abend,moin,servus,danke,dankeschön,vielen dank,wer bist du,wie heißt du,was kannst du,tschüss",
  praise: "super,toll,prima,klasse gemacht,gut gemacht,perfekt",
  nothing: "bitte,fehl,beim speichern,so dass",
};

export const DUTCH: Vocabulary = {
  create: "maak een,maak,aanmaken,genereer",
  compose: "schrijf",
  file: "hernoem,verwijder,wis",
  edit: "wijzig,verander,vervang,werk bij",
  add: "voeg,toevoegen",
  program: "repareer,los op,implementeer,refactor*,optimaliseer,verbeter,herstel",
  symptom: "werkt niet,crasht,mislukt,mislukken,falen,faalt,kapot,sneller",
  fileThing: "bestand,bestanden,map",
  codeThing: "functie,methode,klasse,optie",
  fault: "fout,fouten,bug",
  search: "zoek,vind,welke bestanden,in welk bestand",
  where: "waar,waar is,waar wordt,waar staat",
  run: "voer,start,installeer,compileer,draai,bouw",
  runThing: "tests,server",
  plan: "plan,een plan,strategie,schets",
  approach: "hoe zou je,stel voor,aanpak",
  noChange: "verander niets,wijzig niets,nog niets wijzigen",
  read: "toon,laat zien,lees,open,samenvatting,vat,wat staat er",
  explain: "leg uit,uitleg,beschrijf",
  web: "internet,online,website",
  news: "download,nieuwste versie,laatste versie",
  why: "waarom",
  howWorks: "wat doet,hoe werkt",
  howTo: "hoe kan ik,hoe maak ik",
  whatIs: "wat is,wat is een,verschil,wat betekent",
  greeting: "hallo,hoi,dag,goedemorgen,dank je,bedankt,wie ben je",
};
