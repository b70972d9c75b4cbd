import type { Lexicon } from './theme.ts';

/**
 * English. A pattern is a whole word or phrase; "~" at its end lets the word go
 * on. Words that mean something else in reviews are fenced in: "industry leader" is no management, "short" no workload.
 */
export const ENGLISH: Lexicon = {
  pay: [
    '(?<!sick |maternity |paternity |parental )pay(?! attention| off| for (?:itself|your|courses?|training))',
    'pays(?! attention| off)',
    'paid(?! (?:holiday|leave|time off|vacation|sick|lunch|break|parental|maternity|paternity|training)| for (?:my|your|our|the|their) (?:[a-z]+ )?(?:exams?|courses?|training|studies|degrees?|qualifications?|licen[cs]e))',
    'underpaid|overpaid|unpaid|low-paid|well-paid',
    'paying(?! attention)|payments?|payday|payroll',
    'wages?|salar(?:y|ies)|bonus(?:es)?|money|cash|compensation|remunerat~|earnings?|earn',
    'commissions?|pay ?rises?|stock options?|(?:hourly|day) rates?|rates? (?:of pay|are|is)|below (?:the )?market|end of the month|package|peanuts|cost of living|rsus?|financial(?:ly)? reward~',
    'raises?(?! (?:a |an |any |your |the |my |these )?(?:concern|issue|complaint|point|question|voice|awareness|standard))',
  ],
  benefits: [
    'benefits?(?! of the doubt| from)|perks?|pensions?|healthcare|insurance|401 ?k|pto|vacations?|vouchers?',
    '(?:private|health|dental|medical|life) (?:care|cover~|plan|insurance|scheme)',
    "holidays?|annual leave|days'? leave|leave days|sick (?:pay|leave|days)|(?:maternity|paternity|parental) (?:leave|pay)",
    'paid (?:holiday|leave|time off|vacation|sick|lunch|break|parental|maternity|paternity)~',
    '(?:staff|employee|store|product) (?:discount|purchase)~|discounts?|freebies',
    'free (?:food|lunch~|meals?|coffee|drinks?|snacks?|breakfasts?|fruit|parking|gym|travel|products?|uniform|tea|beer)',
    'gym membership|company car|car allowance|cycle to work|share ?(?:save|scheme)|childcare|season ticket|13th month',
  ],
  work_life_balance: [
    'work[ -/]?(?:and )?life|worklife|balance|flexib~|flexi[ -]?time|hours(?! of training)|overtime|shifts?|rotas?|rosters?',
    'weekends?|evenings?|nights?|late finish~|early starts?|unsociable|unsocial|antisocial|anti-social',
    'remote(?:ly)?|(?:work~ )?from home|home[ -]?(?:working|office|days?)|wfh|hybrid|tele-?work~|telecommut~',
    'part[ -]time|schedul~|family (?:life|time|commitments|friendly)|family-friendly|personal life|private life|social life|home life',
    'time off|days? off|sundays?|saturdays?|bank holidays|nine to five|9 ?(?:to|-) ?5|(?:four|4)[ -]day week|school run',
    '(?:my|your|their|the) (?:family|kids|children)|last minute changes?|on[ -]call|commut~|switch off|leave on time',
  ],
  workload: [
    'work ?loads?|under-?staffed|understaffing|short[ -]staff~|staff(?:ing)? (?:shortages?|levels?)|shortages? of staff|staffing',
    "(?:not|never|n't) enough (?:staff|people|hands|resources?|time)|too few (?:staff|people|hands)|lack of (?:staff|resources?|manpower)",
    'over-?work~|pressur~|stress~|targets?|deadlines?|burn(?:t|ed|s)?[ -]?out|too much (?:work|to do)|heavy|hectic|busy',
    'fast[ -]paced?|pace|exhaust~|demanding(?! (?:clients?|customers?|patients?|public))|intens(?:e|ity)|tiring|tired|unrealistic|relentless|overload~|stretched|overstretched',
    'rushed|(?:job|work|workload) of (?:two|three|four|several|2|3|4)~|(?:carry|cover|do|pick up)(?:ing)? (?:their|two|three|several) (?:people.s )?(?:jobs?|work|slack)|firefight~|quotas?|kpis?|volume of (?:work|calls|orders)|non-?stop',
    '(?:no|few|missed?|skip~|short) (?:time for )?(?:a )?(?:lunch )?breaks?|physically|hard work|lots of work|expectations|swamped|snowed under',
  ],
  management: [
    '(?<!time |project |account |waste |facilities |property |asset |wealth |risk )management|managers?|managerial|micro-?manag~|mis-?manag~',
    '(?:badly|poorly|well|terribly) (?:managed|run|led|organi[sz]ed)|managed by|boss(?:es)?|leadership|supervis(?:or~|ion)|execs?|executives?',
    '(?<!industry |market |world |global |a |the )leaders?(?! in )|team lead(?:er~|s)?|directors?|c-?suite|ceo|founders?|owners?|hr|human resources',
    'communicat~|strateg(?:y|ies|ic)|decisions?|decision-making|transparen~|bureaucra~|red tape|head office|higher[ -]ups?|upper|seniors?',
    'direction|vision|listen~|feedback|disorgani[sz]~|lack of structure|recognition|appreciat~|accountab~|top[ -]down|incompeten~|hierarch~',
    'unapproachable|approachable',
  ],
  culture: [
    'cultur~|colleagues?|co-?workers?|team ?mates?|team ?work|teams?|atmosphere|environment|friendly|friendl~|ambiance|vibes?|spirit|camaraderie',
    '(?:nice|great|good|lovely|amazing|kind|talented|smart|brilliant|fantastic|wonderful|fun|best|clever|decent|interesting|awesome|bright|caring|helpful|rude|the|my) people',
    'people (?:are|were|here are|you work with|i work)|inclus~|inclusive|divers(?:e|ity)|toxic~|bull(?:y~|ied|ies)|harass~|favou?rit~|cliqu~|gossip~',
    'politics|political|racis~|sexis~|misogyn~|ageis~|homophob~|discriminat~|respect~|disrespect~|moral(?:e)|like (?:a )?family|family feel|family atmosphere',
    'social (?:events?|activities)|fun|ethos|values(?! for)|blam~|back-?stab~|communit(?:y|ies)|welcom~|supportive|collaborat~|belonging|egos?',
    "boys'? club|banter|mates|mucks? in|(?:has|have|having|had) a (?:good )?laugh|friends(?:hips?)?|two-faced|kind|helpful|willing to help|help (?:each other|one another)|each other|nepotis~|equal(?:ity)?|lgbt~|office parties|parties",
  ],
  career: [
    'careers?|promot(?:ion~|ed|e)|(?<!in )progress(?:ion|ing|ed)?|advance(?:ment)?|opportunit~|growth|ladder|prospects?|dead[ -]end|glass ceiling',
    '(?:move|moving|moved|work your way|go|going|climb~) up(?:wards?)?|grow (?:in|within|professionally|your|with|and)|(?:career|personal|professional|staff|self)[ -]development',
    'develop(?:ing)? (?:yourself|your|my|as|professionally)|room (?:to|for) (?:grow|develop|improve)~|internal (?:mov|transfer|mobility|vacanc)~',
    'stepping stone|(?:same|higher|senior|better) (?:role|position|job|grade|level|band)s?|stuck|nowhere to go|no future|stagnat~|succession',
  ],
  training: [
    '(?<!personal )train(?:ing~|ed|ers?|ees?)|untrained|onboard~|induct~|academ(?:y|ies)|shows? (?:you|me|us) (?:how|the ropes)|learn~|courses?|mentor~|coach(?:ing|es|ed)|qualifications?|certificat~|apprentice~',
    'up-?skill~|(?:new|your|my|transferable) skills?|skill sets?|skillset|shadow(?:ing|ed)|deep end|workshops?|study (?:support|leave)|exams?|taught|teach~|tuition|knowledge (?:sharing|transfer)|hand-?over',
  ],
  job_security: [
    '(?:job|employment) (?:in)?(?:security|stability|safety)|(?<!financial )stab(?:le|ility)|unstable|instab~|secure(?:d)? (?:job|employment|role|position|company|work|future|contract)~',
    '(?:feels?|felt|feeling|is|are|is not|jobs?) (?:in)?(?:secure|safe)|insecur~|redundan~|laid off|lay(?:ing)?[ -]?offs?|restructur~|re-?organi[sz]ation~',
    'turn-?over|revolving door|churn|fired|firing|hire and fire|(?:job|staff|headcount) (?:cuts?|losses)|dismiss(?:al|ed)~|sacked|let go',
    '(?:temp|temporary|agency|fixed[ -]term|short[ -]term|permanent|rolling) (?:contract|job|role|staff|work|position)~|zero[ -]hours?|job for life|retention',
    '(?:people|staff|everyone|employees|colleagues|many|they) (?:stay|stays|leave|leaves|left|are leaving|is leaving|keep leaving|come and go|quit)|long[ -](?:serving|standing|term (?:job|career|employment|future))',
    'out-?sourc~|off-?shor~|take-?overs?|clos(?:ure|ures|ing down)|uncertain~|(?:decades|years) of service|bankrupt~|administration|probation',
  ],
  work_itself: [
    'projects?|tasks?|dut(?:y|ies)|repetitive|repetition|monoton~|boring|bored|boredom|dull|varied|variety|challeng~|interesting|meaning~|rewarding|fulfill~',
    'purpose|mission|mak(?:e|es|ing) a difference|creativ~|autonom~|freedom|responsibilit~|impact|no two days|(?:every )?day is different|(?:every|each) day (?:brings|is) (?:a |something )?(?:new|different)|problems? to solve|problem[ -]solving|innovat~',
    'the (?:work|job|role)(?: itself)? (?:is|was|can be)|job itself|work itself|day[ -]to[ -]day|products?|technolog~|tech stack|cutting[ -]edge|intellectual~',
    'paperwork|mind-?numbing|data entry|fascinating|admin(?:istrative)? (?:work|tasks)|mundane|stimulat~|enjoy~|exciting|mindless|tedious|job satisfaction|satisfying|routine|pointless|menial|worthwhile|hands[ -]on',
  ],
  workplace: [
    '(?<!head |back |box )offices?(?! politics| parties| party| hours)|buildings?|premises|facilit(?:y|ies)|canteens?|cafeteria|kitchens?|toilets?|parking|locations?|located|equipment|tools?',
    'laptops?|computers?|software|(?:it |internal |computer |old |new |slow |legacy |outdated |our |the )systems?|outdated|out of date|out-of-date|old-fashioned|obsolete|air[ -]con~|heating',
    'freezing|too (?:hot|cold)|nois(?:e|y)|open[ -]plan|desks?|hot[ -]?desk~|warehouses?|clean(?:liness)?|dirty|filthy|hygien~|health and safety|safety|ppe',
    'uniforms?|machine(?:s|ry)?|wi-?fi|internet|city cent(?:re|er)|store is|stock ?room|temperature|ergonomic~|chairs?|lighting|infrastructure|crash~|vans?|vehicles?|staff ?room|break ?room|work ?spaces?|campus',
  ],
  clients: [
    'clients?|customers?|clientele|patients?|guests?|passengers?|consumers?|users?|students?|pupils?|residents?|callers?|the public|public facing|shoppers?|diners?|tenants?|customer complaints',
  ],
};
