import type { Vocabulary } from "./request-signals.ts";

export const ENGLISH: Vocabulary = {
  create: "new file,create,creates,generate,make a file,make a new,new file,set up a new,scaffold,draft a",
  compose: "write,put together,type up",
  file: "translate the,translate all,copy,rename,delete,append,overwrite,put the following,save this as,save it as,save as,document",
  edit: "port,rewrite,fill in,bump,increase,decrease,rewrite,bump up,restructure,change,update,replace,modify,adjust,edit,set,move,put,remove,drop,insert,swap",
  add: "add,include,introduce",
  make: "make,turn,let",
  program:
    "change only,only change,modify only,edit only,finish,complete,finish the todo,make the tests pass,make the test pass,make all tests pass,get the tests to pass,fix,repair,debug*,implement,refactor*,optimi*,solve,correct,convert,simplif*,clean up,speed up,improve,deduplicate,take care of,make sure,make it work,get it to work,rework,migrate,extract,handle,support,find the bug,catch the,validate,parallelise,parallelize,reduce the,get rid of",
  require:
    "should,must,needs to,need to,has to,have to,ought to,shall,may not,is supposed to,are supposed to,we need,i need,i want,let users,allow,only,rather than",
  symptom:
    "overlaps,blank,goes white,no effect,too often,crash,crashes,crashing,crashed,broken,breaks,doesnt work,does not work,not working,doesnt,does not,isnt,wont,cant,cannot,unable to,fails,fail,failing,failed,dies,freezes,hangs,leak,leaks,slow,too slow,wrong,wrongly,incorrect,incorrectly,twice,off by one,off by,nothing happens,does nothing,no longer,stuck,missing,throws,raises,returns 500,never goes,is ignored,faster,instead of",
  textThing:
    "readme,changelog,license,documentation,docs,comment,comments,docstring,docstrings,section,paragraph,heading,title,line,typo,typos,text,markdown,sentence,word,newline,version,entry,gitignore",
  fileThing: "file,files,folder,directory,folders",
  codeThing:
    "function,functions,method,methods,class,classes,component,endpoint,handler,parameter,argument,algorithm,logic,loop,variable,variables,imports,option,flag,feature,validation,button,page,query,test,tests,unit test,unit tests,spec,program,interface,mode,api,type,types,dependency,dependencies,app",
  fault: "bug,bugs,error,errors,issue,exception,exceptions,problem,so that the tests pass,pass,green,rejected,stable",
  project: "this,here,repo,repository,project,codebase,code base,module,code,our,my,we,source,app",
  search:
    "find,search,grep,locate,look through,who uses,what calls,what uses,every file that,all files that,other places,the same bug,show every file,look for,track down,who calls,list all,which file,which files,what files,in which file,in what file,how many files,which component,which function,which functions,which class,which module,which test,which tests,which line,which places,show me all the places,search for",
  where:
    "where,wheres,know where,where is,do we have any,do we have a,do we use,where are,where do,where does,where did,where in,any code that,is there any code,every place,does anything,anywhere,any idea which,any idea where",
  usage:
    "usage,usages,references,reference to,occurrences,callers,places,defined,declared,mention,mentions,todo,todos,fixme,uses,used,all,every,extend,call",
  run: "run,rerun,execute,launch,install,installed,compile,compiles,build,start,restart,lint,commit,push,pull,deploy,git,npm,pnpm,yarn,pip,cargo,docker,pytest,kill,stop the,serve,bring up,the output of,whats the output of,what is the output of,tests pass,unit tests pass,tests are green,tests still pass,tests are passing,tests green,stage everything,test it",
  runThing:
    "failed tests,failing tests only,staging,output,command,script,benchmark,benchmarks,dev server,server,test suite,tests,unit tests,branch,containers,again,result,show me the result,show me the output,show the output,prints",
  try: "try,try running,running it,test it,test this,try it,give it a try,rerun,squash",
  check: "check,check if,check whether,verify,see if",
  plan: "make a plan,create a plan,write a plan,give me a plan,draft a plan,plan,plans,planning,roadmap,strategy,brainstorm,outline,step by step plan,sketch,before you change anything,before coding,before writing anything",
  approach:
    "approach,what would you do,in which order,in what order,how you would,what should we,think through,think it through,how would you,how should we,propose,proposal,proposals,estimate,break down,break this,break it,pros and cons,how much work,before changing,lets discuss,best way to structure,find a way,suggest a design,come up with",
  planThing:
    "design,architecture,think about,best way,go about,draft,options,option,trade offs,tradeoffs,steps,structure,discuss,stages,phases",
  noChange:
    "dont change anything,do not change anything,dont edit anything,do not edit anything,dont touch anything,do not touch anything,dont modify anything,do not modify anything,without changing anything,without touching anything,no changes,dont change it,read only,just explain,only explain,dont write code,do not write code,no code yet,dont code,do not code,dont implement,do not implement,no implementation,without implementing,dont write any code,do not write any code,no code,dont fix,do not fix,dont write code yet,do not write code yet,just the strategy",
  read: "read,compare,go through,walk through,is this,expose,show,open,summari*,summary,review,cat,display,print the contents,view,inspect,overview,walk me through,tour,whats in,what is in,contents of,content of,look at,take a look,have a look,quick look,whats inside,what is inside,what are the arguments",
  explain: "explain,explains,describe,tell me,understand,what about,clarify,analyse,analyze",
  web: "web,internet,online,google,browse,website,webpage,stack overflow,stackoverflow,look up,look it up,weather,search engine",
  news: "download,newest,lts,is down,on npm,on github,on pypi,latest version,latest,newest version,newer version,known issue,known issues,stable release,tutorial,docs for,official documentation,official docs,release notes,current version,official",
  fetch: "fetch",
  why: "why,how come",
  howWorks:
    "how does,how do,how is,how are,how did,what does,what do,what did,is there a bug,are there any bugs,what happens",
  howTo:
    "how do i,how do you,how can i,how can you,how to,should i,when would you,when should,why do people,how would i,can i,what is the best way to learn",
  howPlan:
    "what are the steps,what steps,which steps,how should i,how could we,how could i,what would be,what would it take",
  whatIs:
    "what is a,what is an,whats a,whats an,whats the,what model,what is the,what are the differences,meaning,difference between,the difference,difference,whats the difference,mean,means,do you think,do you know,tell me about,faster than,better than,recommend,translate,joke,in general,like i m,opinion,which editor,capital,stand for,good name,is better,which is better,speak",
  asks: "what is,whats,what are,who,which,is,are,was,am",
  greeting:
    "hello,hi,hey,hi there,hello there,thanks,thank you,thx,good morning,good evening,good afternoon,good night,goodbye,bye,who are you,your name,what are you,what can you do,how are you",
  praise: "amazing,you re amazing,great,cool,nice,awesome,perfect,well done,good job,you can stop,never mind",
  nothing:
    "build script,start script,please,changes,last changes,last change,latest change,my changes,fix nothing,find out,how many,need to know,right now,do you,show me how to,start with,starting at,go to,i want to,the port,on port,a port,case where,cases where,in case,in order to,set of,all of,at all,first of all,run into,this page,page say",
};
