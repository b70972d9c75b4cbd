import type { Hours } from '../../../schemas/index.ts';
import { type Form, form } from './advert-words.ts';

const COUNT = '(?:[1-6]|one|two|three|four|five|six|une?|deux|trois|quatre|cinq|six)';

/** Excludes days at a place, which say where the work is done: "Three days a week in the office". */
const NOT_WHERE =
  '(?! (?:in|at) [a-z]{1,2}\\d)(?<!(?:office|site|home|person(?![a-z])|remot|hybrid|teletravail|bureau|presentiel)[^.;!?\\n]{0,80})(?![^.;!?\\n]{0,80}(?:office|site|home|remot|hybrid|campus|teletravail|bureau|presentiel|distance|domicile|the other (?:two|three|four|days)|les (?:deux|trois|quatre) autres))';

/** Excludes days for something other than work: "closed on Mondays", "college on Fridays". */
const NOT_OTHERWISE =
  '(?<!(?<![a-z])(?:clos|ferm|open|ouver|meet|reunion|interview|entretien|visit|deliver|train|college|universit|stud|format|cours|off(?![a-z])|repos|some(?![a-z])|certains|alternat|overtime)[^.;!?\\n]{0,60})(?![^.;!?\\n]{0,40}(?<![a-z])(?:clos|ferm|off(?![a-z])|repos|libre|includ|inclus|compris|rota|meet|reunion|train|college|universit|stud|format|ecole|cfa|cours|volunt|deliver|leave))';

const NAMED = '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:lun|mar|mercre|jeu|vendre|same)dis?|dimanches?)';
const HALF = '(?: (?:evenings?|mornings?|afternoons?|lunchtimes?|soirs?|matins?))?';
const HIRED =
  "(?<![a-z])(?:wanted|needed|needs?|sought|seeks?|seeking|looking for|you(?:'ll| will| would)? (?:work|teach|cover|play|be|come)|(?:re)?cherch\\w{1,4}|recrut\\w{1,4}|vous (?:serez|etes|travaill\\w{2,3}|interv\\w{4,6})|besoin)(?![a-z])";

export const HOURS_FORMS: readonly Form<Hours>[] = [
  {
    kind: 'part_time',
    words: form(
      'part[- _]?time',
      'temps?[ -]?:? ?partiel',
      'p[/]t',
      'temps non complet',
      '(?<=(?:temps|duree|rythme) d[eu] travail ?: ?)(?:partiel|non complet)',
      '(?<=temps (?:plein|complet) (?:ou|et|\\/) (?:a temps )?)partiel',
      'mi[- ]temps',
      'job[- ]?share',
      '(?:0?[.,][1-9]\\d?)(?: ?(?:to|-|a|and|et|or|ou) ?1(?:[.,]0{1,2})?)? ?(?:fte|etp|wte)',
      '(?:fte|etp|wte) ?[:=(]? ?0[.,][1-9]\\d?',
      '[1-4](?: jours?)? (?:jours )?sur (?:5|cinq)(?: jours)?',
      '(?:[1-4]|one|two|three|four) days?(?: (?:a|per) week)?(?= \\(part)',
      '0?[.,][1-9]\\d?(?= or full)',
      '(?:post|role|position) is 0?[.,][1-9]\\d?(?![.,]?\\d)',
      '0?[.,][1-9]\\d? of (?:an? )?full[- ]time',
      'half[- ]time',
      "demi-(?:service|poste)|(?:la )?moitie d'un (?:temps|service|poste)|correspond a la moitie",
      '(?:half|0?[.,][1-9]\\d?)(?: of)?(?: an?| the)?(?: full)? timetable',
      '(?<=^)(?:saturday|sunday|weekend)s?(?= [a-z])(?! (?:shift|rota|rates?|bonus|pay|enhance))',
      '(?:weekends?|evenings?|mornings?|saturdays?|sundays?) (?:work|shifts?|hours) only',
      '(?<=(?:^|[.;:(,\\n] ?)(?:every |each |tous les |le )?)(?:(?:satur|sun|mon|tues|wednes|thurs|fri)days?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?)(?: (?:apres-midi|matin|soir)s?)? (?:only|uniquement|seulement)',
      '(?:mornings|afternoons|evenings|weekends?|(?:satur|sun|mon|tues|wednes|thurs|fri)days?) only',
    ),
  },
  {
    kind: 'full_time',
    words: form(
      'full[- _]?time',
      'full-?(?= (?:and|or|\\/|&) part[- ]time)',
      '(?<=temps partiel (?:ou|et|\\/) (?:a temps )?)(?:plein|complet)',
      'temps? ?:? ?(?:plein|complet)',
      'plein[- ]temps',
      'forfait[- ](?:annuel )?(?:de |en )?(?:\\d{3} )?jours?',
      'service complet',
      '1(?:[.,]0{1,2})? ?(?:fte|etp|wte)',
      '(?:fte|etp|wte) ?[:=] ?1(?:[.,]0{1,2})?(?![.,\\d])',
      '1[0-2] ?pas?(?= per week)',
      '(?:4|four) ?on[ ,/&-]{0,3}(?:4|four) ?off',
      '(?:9|nine)[- ]day[- ]fortnight',
      '(?:2|two) (?:x )?days?,? (?:and |then )?(?:2|two) (?:x )?nights?,? (?:and |then )?(?:4|four) (?:days? )?off',
      'f[/]t',
      'full(?= ?[/] ?part)',
      '(?<=(?:temps|duree|rythme)(?: d[eu] travail)? ?: ?)(?:complet|plein)',
      '(?:5|five|cinq) (?:full days|journees completes) (?:a|per|each|par) (?:week|semaine)',
    ),
  },
  {
    kind: 'part_time',
    isTerm: true,
    words: form(
      `(?:[2-4](?:[.,]5)?|two|three|four|deux|trois|quatre)(?: (?:a|or|to|ou) (?:[2-4]|three|four|trois|quatre)|-[2-4]| and a half| et demie?)? (?:full |whole |long )?(?:days|jours) (?:(?:a|per|par|each|every) (?:week|semaine)|weekly|hebdo\\w*|p\\/?w)${NOT_WHERE}(?! (?:would |could |can |also |be |may )*(?:or [a-z]+|considered|possible|negotiable|available|entertained))`,
      '(?:role|post|job|position) is (?:for )?(?:[2-4]|two|three|four)(?: and a half)? days',
      `(?:[2-4]|two|three|four|deux|trois|quatre) (?:full|whole|long) (?:days|shifts)${NOT_WHERE}${NOT_OTHERWISE}`,
      `(?<!\\dh?(?:\\d\\d)?,[^.;!?\\n]{0,20})(?:${COUNT} (?:mornings|afternoons|matinees|apres-midis?|matins|demi-journees|half[- ]days)|(?:[1-4]|one|two|three|four|une?|deux|trois|quatre) (?:evenings|soirs|soirees))(?: (?:a|per|each|par|chaque) (?:week|semaine|mois|month))`,
      '[1-7](?: ?(?:-|to) ?[1-7])? sessions? (?:a|per|each) week',
      `(?:[1-9]|1[0-4]|two|three|four|five|six|eight|ten|deux|trois|quatre|cinq|six|huit|dix) (?:days|nights|jours|nuits) (?:a|per|par) (?:month|mois)${NOT_WHERE}${NOT_OTHERWISE}`,
      'sessions(?: (?:a|per) week)? ?[:=] ?[1-7](?![\\d.])',
      // "Monday to Thursday"
      `(?:(?:mon|tue(?:s)?)(?:day)?s? ?(?:to|-|through) ?(?:wed(?:nes)?|thu(?:rs)?)(?:day)?|wed(?:nes)?(?:day)? ?(?:to|-|through) ?(?:fri|sat(?:ur)?)(?:day)?|(?:lun|mar)di au (?:mercre|jeu)di|mercredi au (?:vendre|same)di)${NOT_WHERE}${NOT_OTHERWISE}`,
      `${COUNT}(?: (?:ou|or|a|to) ${COUNT})? (?:vacations|demi-journees|gardes|half[- ]days) (?:(?:a|per|par) (?:mois|month|semaine|week)|mensuelles?|hebdomadaires?|monthly|weekly)`,
      '(?:a few|a handful of|a couple of|quelques) (?:hours|heures) (?:a|per|each|par) (?:week|semaine)',
      // "une journée par semaine", "£17,700 over three days", "two mornings (Mon and Tue)"
      `(?:one|an?|1|une?) (?:day|journee|jour)(?: and a half| et demie?)? (?:a|per|each|par) (?:week|semaine|month|mois)(?! (?:or|ou) )${NOT_WHERE}${NOT_OTHERWISE}`,
      '(?<=£ ?\\d[\\d., ]* |\\d ?€ )(?:for|over|pour|sur) (?:[2-4]|two|three|four|deux|trois|quatre) (?:days|jours)',
      `(?:[1-4]|one|two|three|four|une?|deux|trois|quatre) (?:days?|mornings?|afternoons?|evenings?|jours?|journees?|matins?|matinees?|soirs?|apres-midis?)(?:,| ?:| \\(| -) ?(?:les? |on )?(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?|(?:lun|mar|mercre|jeu|vendre|same)dis?|dimanches?)${NOT_WHERE}${NOT_OTHERWISE}`,
      // "A barber wanted for Saturdays": the person to be hired works on some days only.
      `${NAMED}(?<=(?:(?:^|[.;\\n] ?)(?:every |each |tous les |les? |chaque )?|${HIRED}[^.;!?\\n]{0,60} (?:on|for|every|each|pour les?|les?|chaque) )${NAMED})${HALF}(?:(?:,| and| et|, and| or| &)(?: les?| alternate| every other)? ${NAMED}${HALF}){0,2}(?! (?:in person|to|and|et|au|is|est|,)| ?[:-]? ?£)${NOT_WHERE}${NOT_OTHERWISE}`,
      // ", Wednesdays and alternate Fridays", ", Tuesday lunchtimes and Thursday evenings"
      `(?<=[,] ?)(?:${NAMED}(?<=s)|${NAMED}${HALF}(?<=s)) (?:and|et|&) (?:alternate |every other |les? )?(?:${NAMED}(?<=s)|${NAMED}${HALF}(?<=s))${NOT_WHERE}`,
      // "wanted for Tuesday evenings"
      `(?<= (?:on|for|every|les) )(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:evenings|mornings|afternoons)|(?:lun|mar|mercre|jeu|vendre|same)dis (?:soir|matin)s?)${NOT_OTHERWISE}`,
    ),
  },
  {
    kind: 'full_time',
    isTerm: true,
    words: form(
      `(?<!(?:to|or|and|a|ou|et|-) ?|[.,])(?:[56]|five|six|cinq)(?:[.,]5| and a half| et demie?)? (?:full |working |whole )?(?:days|jours) ?(?:a|per|each|in|out of|over|from|par|sur|\\/) ?(?:week|semaine|7|seven|sept)(?! (?:in|at|during) (?:peak|season|summer|harvest))${NOT_OTHERWISE}`,
    ),
  },
];

/**
 * Words about hours that do not describe this job: a measure ("full time equivalent"), learning ("part-time study"), or
 * other people's hours.
 */
export const NOT_THESE_HOURS = new RegExp(
  [
    'full[- ]time (?:equivalents?|education|training|induction|course|stud\\w{1,5}|students?|salary|pay|rate|schools?|nursery(?! (?:nurse|pract|assist|manager|teacher|room))|childcare|team|staff|colleagues|employees|members)',
    'full[- ]time (?:support|care|cover|help|attention)(?= to| for)',
    '(?:rates?|pay|paid|salar(?:y|ies)|leave|holidays?|rata)[^.;!?\\n]{0,30} for part[- ]time[^.;!?\\n]*',
    'for (?:our )?(?:full|part)[- ]time (?:openings|vacancies|roles|jobs)[^.;!?\\n]{0,40}(?:see|visit|website|page|elsewhere)',
    "(?:plein|complet)(?<=\\d ?% (?:d'un|du) temps [a-z]+)|time(?<=\\d ?% of (?:an? )?full[- ]time)",
    'temps (?:plein|complet) (?:est )?(?:conseille|recommande)',
    '(?:we|there (?:is|are)) also (?:have|recruit|offer|need|seek|an?)(?![a-z])[^.;!?\\n]*',
    'nous (?:avons|recherchons|recrutons|proposons) (?:aussi|egalement|par ailleurs)[^.;!?\\n]*',
    'contrats? \\([^)]*\\)',
    'equivalents? temps plein',
    '(?:full|part)[- ]time(?: and (?:full|part)[- ]time)? (?:undergraduates?|postgraduates?|learners?|pupils?|students?|mba)',
    'part[- ]time (?:stud\\w{1,5}|students?|education|course|masters?|degree|mba|staff|team|colleagues|employees|workers)',
    '(?:full|part)[- ]time (?:and|or|\\/|&) (?:full|part)[- ]time (?:roles|positions|staff|workers) (?:across|throughout)',
    'job[- ]?shar(?:e|ers?|ing) (?:applicants? |applications? )?(?:considered|welcome|requests?|will be|applications?)|part[- ]time (?:[a-z]{2,9} ){0,4}(?:considered|possible|welcome)|0?[.,]\\d fte (?:considered|possible|welcome)',
    'requests?[^.;!?\\n]{0,25}part[- ]time',
    '(?:an?|our|the) (?:full|part)[- ]time (?:[a-z-]{3,14} ){1,3}(?=(?:travels|helps|supports|assists|works (?:with|alongside)|joins|looks after|covers)(?![a-z]))',
    'flexible working[^.,;!?\\n]{0,60}?(?:part[- ]time|job[- ]?shar)',
    '(?:internes|analystes|techniciens|eleves|etudiants|etudes|cursus|scolarite|enfants|patients|residents|salaries|collaborateurs|benevoles)[^.;!?\\n]{0,30}? (?:a|en) (?:temps (?:plein|partiel|complet)|plein temps)(?: (?:et|ou) a temps (?:plein|partiel))?',
    '(?:care|cares|caring|enrolled|stud\\w{1,5}|degree)(?: for [a-z]{1,10})? (?:full|part)[- ]time',
    "[€£] (?:[a-z]+ ){0,3}?(?:pour un|sur la base d'un|sur un|for) (?:temps (?:plein|complet)|full[- ]time)",
    '(?:into|vers) [^.,;:!?\\n]{0,30}(?:(?:full|part)[- ]time|temps (?:plein|partiel|complet))',
    'temps (?:plein|complet) (?:est |reste )?(?:possible|envisageable|a terme)',
    '(?:with|alongside|from|by|assisted by|avec|par|(?:manag|supervis|lead|oversee|coordinat|mentor)[a-z]*) (?:an?|our|two|three|four|\\d|une?|deux|trois|nos) (?:full|part)[- ]time (?!hours|roles?|positions?|posts?|jobs?|contracts?|salary|pay|basis|and|or|[/,])[a-z]',
    '(?:possible|potential|leading to|lead to)[^.;!?\\n]{0,30}? full[- ]time',
    '(?:possibilite|evol\\w{2,8}|pouvant|option|passage|perspective)[^.;!?\\n]{0,30}? temps? (?:plein|complet)',
    'part[- ]time[^.;!?\\n]{0,30}?(?:cannot|not (?:available|possible|considered))',
    '(?:open|opening|opens|response|respond|reply|within|under|in the next|moins de|sous) (?:[a-z]{1,8} ){0,3}?\\d{1,3} ?(?:hours|hrs|h|heures)(?: (?:per|a) (?:week|day))?',
    'training [^.;!?\\n]{0,25}?days? (?:a|per) week',
    '(?:our|their) (?:full|part)[- ]time (?!role|position|post|job|vacanc|team|opportunit)',
    'consider[^.;!?\\n]{0,20}part[- ]time',
    "(?:up to|jusqu'a) (?:3[2-9]|[4-9]\\d)(?:[.,]\\d{1,2})? ?(?:hours|hrs|h(?:eures)?)(?![a-z0-9])",
    '(?:is|are|we|est|sommes) (?:open|ouverte?s?)(?! to)[^.;:!?\\n]{0,40}?\\d{1,2} ?(?:hours|hrs|h|heures)(?:\\d{2})?(?: (?:per|a|each|par) (?:week|day|semaine)| ?(?:-|a|et) ?\\d{1,2} ?h(?:\\d{2})?)?',
    '(?:tel|phone|call|ring|telephone)[^.;!?\\n]{0,20} (?:mornings|afternoons|evenings|weekends?|days) only',
    // The remaining patterns are for past experience, denials, and the hours of other people or places.
    "(?:ans?|annees|years?)'? (?:of |d'|de )?[^.,;!?\\n]{0,20}?(?:exercice|experience|pratique|practice)[^.,;!?\\n]{0,15} (?:(?:a|en) temps (?:plein|partiel|complet)|(?:full|part)[- ]time)",
    "(?:pas (?:de|d'un)|aucun|sans|ni|no|not) (?:an? |on )?(?:forfait[- ]jours?|temps (?:plein|partiel|complet)|(?:full|part)[- ]time)",
    "(?:collegues?|colleagues?|l'autre|un autre|autres? postes?|(?:an)?other (?:post|role|job|vacancy))[^.;:!?\\n]{0,30}(?:temps (?:plein|partiel|complet)|plein[- ]temps|mi-temps|(?:full|part)[- ]time)",
    '(?:collegues?|colleagues?|confreres?|consoeurs?) (?:[a-z]+ )?(?:exerce|travaill|work|is|are|est|sont)(?![a-z]{5})[^.;:,!?\\n]*',
    `(?:full|part)[- ]time (?:[a-z-]{3,12} )?(?!hours|roles|positions|posts|jobs|vacancies|opportunities|shifts|contracts|days|terms|evenings|mornings|basis)[a-z]{3,14}s (?=(?:take|share|work|cover|run|keep|have|help|do|look|are (?!wanted|needed|required|sought))(?![a-z]))`,
    '(?:reprend\\w{0,3}|reprenant|pass(?:e|er|age|ant)|going|goes|moving|returning|dropping)(?: (?:a|en|to|on))? (?:mi-temps|temps partiel|part[- ]time)',
    'part[- ]time (?:[a-z-]{3,10} ){0,2}(?:clinics?|nursery|surgery|library)(?! [a-z])',
    '(?:patients|clients|residents|customers|children|pupils|learners|beneficiaires|enfants|eleves|usagers)(?: [a-z]{2,9}){1,3} \\d{1,2} ?(?:hours|hrs|h|heures)[^.;!?\\n]{0,20}',
  ].join('|'),
  'g',
);

/** "job share considered", "4 days a week possible": the full-time job may also be done part time. */
export const PART_TIME_TOO =
  /job[- ]?shar[a-z]+ (?:[a-z]{2,12} ){0,4}(?:considered|possible|welcome)|(?:consider|welcome|appl)[^.;!?\n]{0,30} job[- ]?shar|less than full[- ]time [^.;!?\n]{0,30}(?:consider|welcome|possible)|consider[^.;!?\n]{0,20}part[- ]time|part[- ]time (?:[a-z]{2,9} ){0,4}(?:considered|possible|welcome)|(?<![a-z0-9])(?:[2-4]|two|three|four|deux|trois|quatre)[- ](?:days?|jours)(?: (?:a|per) week| par semaine)? (?:[a-z]{2,5} ){0,3}(?:considered|possible|entertained|welcome|negotiable|envisageables?)|[5-9]0 ?% (?:etant |est )?(?:possible|envisageable)|temps partiel (?:possible|envisageable)/;

/** "une 35h et une 24h", "one is full time, the other part time": several posts with different hours. */
export const OF_SEVERAL =
  /(?<![a-z])une? \d\d ?h(?:eures)?,? (?:et |ou )?une? \d\d ?h|(?<![a-z])(?:one|two|three|four|une?|deux|trois|quatre) (?:is |are |est |sont )?(?:a |de |en |at |of |on )?(?:full|part|temps|\d\d)[^.;:!?\n]{0,25}?(?:,|,? and|,? et) (?:the other|another|one|two|three|l'autre|une?|deux|trois) (?:is |are |est |sont )?(?:a|de|en|at|of|on|full|part) |(?:at|a|de) \d\d (?:hours|heures|h) (?:and|et) [a-z' ]{3,30} (?:at|a|de) \d\d(?!\d)/;

/** "full time or four days", "80 à 100 %": a choice between full and part time. */
export const FULL_TIME_OR_LESS =
  /(?<![a-z0-9.,])(?:(?:(?:full|whole)[- ]?time|temps (?:plein|complet)|plein[- ]temps|100 ?%|1[.,]0)(?: (?:fte|wte|etp))?|(?:3[5-9]|40)(?:[.,]\d{1,2})? ?(?:hours|h|heures)),? (?:or|ou) (?:(?:a|en|on|at) )?(?:0?[.,][1-9]|(?:[2-4]|two|three|four|trois|quatre) (?:(?:long|full|whole) )?(?:days|jours)|[2-9]\d ?%|fewer|less|moins)|(?<![\d.,])[2-9]\d(?: ?%)? (?:a|to|-|ou|or) 100 ?%|\d ?(?:hours|hrs|heures|h) (?:up )?(?:to|a|jusqu'a|jusqu'au) (?:full|temps plein|temps complet)|temps (?:plein|complet) [^.;:!?\n]{0,25} ou (?:a temps )?partiel|full[- ]time [^.;:!?\n]{0,25} or part[- ]time/;
