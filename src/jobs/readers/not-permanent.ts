const PERMANENT = /(?<![a-z])(?:permanent(?:e|ly|es|s)?|perm|substantive|cdi|indeterminee?)(?![a-z])/g;
/**
 * A clause that states the contract of this post: "and the post is permanent", "this permanent vacancy",
 * "le poste est en CDI". It counts whatever the rest of the sentence is about, but not after words for a condition,
 * another post or a later time.
 */
const OWN_CLAUSE =
  /(?<![a-z])(?:(?:the|this|your own|le|ce) (?:post|role|job|position|contract|vacancy|appointment|poste|contrat|emploi)(?: with us| here)? (?:is|est)(?: now| offered| a pourvoir| propose)?(?: as| on)?(?: an?)?(?: (?:full|part)[ -]time,?(?: and)?)? (?:permanent|en cdi|un cdi)|this (?:[a-z-]+,? ){0,2}permanent (?:post|role|job|position|vacancy|opportunity))(?![a-z-]| (?:night|day|late|weekend)s?(?![a-z]))(?<!(?<![a-z])(?:if|whether|unless|until|once|when|before|while|should|that|si|quand|lorsqu\w+|also|other|aussi|egalement|autre|ensuite|then|cover|covering|fill|hold|replac\w+|remplac\w+|whose|dont|(?:after|apres|for|pour|au bout de) [^.;!?\n]{0,20}(?:months?|weeks?|mois|semaines?))(?![a-z])[^.;:!?\n]{0,90})/g;
const SENTENCE = /[^.;!?\n•]+(?:\.(?=\S)[^.;!?\n•]*)*[.;!?\n•]?/g;

/** Words before the mention, in the same sentence. `^` is the beginning of the sentence. */
const BEFORE = new RegExp(
  [
    // "Sadly we can't offer a permanent job", "sans promesse de CDI"
    "(?:(?<![a-z])(?:not|cannot|can not|no|never|neither|nor|without|sadly|unfortunately|unable|pas|sans|aucune?|ni|jamais)|n't)(?: (?!only|seulement|just|but|mais|temp|agency|interim|zero|casual)[a-z'-]+){0,5} ?$",
    // "a permanent role may follow", "could lead to", "une embauche pourra"
    '(?<![a-z])(?:should|might|may|could|would like|hope\\w*|perhaps|peut-etre|eventuel\\w*|pourr\\w+|objectif|promesse|perspective|a la cle(?! de ce)|au bout|stepping[- ]stone|towards|en vue|step to)(?![a-z])(?:(?! is | are |: ?we)[^,;]){0,60}$',
    // "Around a third of our pickers are offered permanent work", "80 % de nos apprentis signent un CDI"
    "(?:%|(?<![a-z])(?:\\d+|an?|one|two|three|four|five|half|most|many|some|several|third|quarter|few|deux|trois|quatre|moitie|tiers|quart|plupart|beaucoup)) ?(?:of|de|des|d'entre) (?!(?:[a-z-]+ ){0,3}(?:posts|roles|jobs|positions|vacancies|postes|permanent))[^.;,]{3,45}(?<![a-z])(?:are|were|have|has|had|now|get|gets|got|sign\\w*|sont|ont|end|ended|left|find|found|move\\w*|stay\\w*|offered|walk\\w*|went|go|became|become)(?![a-z])[^.;]{0,40}$",
    // "a colleague who has a permanent contract", "une salariee en CDI", "le directeur, en CDI depuis 2009"
    '(?<![a-z])(?:who|whose|qui) (?:has|have|had|is|are|was|holds?|a|ont|est|sont|etait)(?: [a-z]+){0,3} $',
    // "Staff on permanent contracts get a bonus"
    '(?<![a-z])(?:staff|colleagues|employees|those|members|workers|people) (?:who are )?(?:on|with) (?:an? )?$',
    "(?<![a-z])(?:vous remplac\\w+|you (?:will |'ll )?replace|covering for|cover for|absence of|absence d'?) [^.;,]{0,40}$",
    "(?<![a-z])(?:a |the |our |your |[a-z]+'s )(?:manager|director|head|colleague|predecessor|other)(?:'s)? (?:post|job|role) is $",
    '^ ?(?:le|la|notre|the|our) [a-z]+(?: d[ue] [a-z]+)?, (?:en|on an?) $',
    // "You may be on a permanent contract elsewhere", "People on permanent visas"
    '^ ?(?:you (?:may|might|can|could) (?:already )?be|people|those|anyone|candidates|applicants|internal|applications?) [^.;,]{0,40}$',
    // "Students who do well usually walk into a permanent job"
    "(?<![a-z])(?:students|interns|temps(?! (?:plein|partiel|complet|de|libre|non))|ones|trainees|apprentices|graduates|learners|people|volunteers|workers|pickers|etudiants|stagiaires|apprentis|alternants|interimaires|saisonniers|jeunes|beneficiaires|anciens?)(?![a-z])[^.;,]{0,60}(?<![a-z])(?:walk\\w*|end\\w*|go|goes|went|mov\\w+|find\\w*|found|get\\w*|got|sign\\w*|land\\w*|secur\\w+|leav\\w+|left|(?:are|is|were) (?:often |usually )?offered|becom\\w+|became|sont aujourd'hui|trouv\\w+|acced\\w+|decroch\\w+|obtien\\w+|partent|partis|aujourd'hui)(?![a-z])[^.;]{0,40}$",
    '(?<![a-z])(?:recruits? for|recruitment for|our consultants?|for clients|fill(?:ing)?|further|elsewhere|other) (?:[a-z]+ ){0,2}$',
    '^ ?for $',
    '(?<![a-z])(?:if|whether|until|unless|that|says|si|quand|autre) (?:the |this |an? |le |ce |un )?(?:post|role|job|contract|poste|contrat|emploi) (?:is|est) (?:en |un )?$',
    '(?<![a-z])(?:usually|often|generally|normally|typically|souvent|generalement|parfois),? (?:an?|un|en)? ?$',
    '(?<![a-z])(?:between|among|someone on an?|anyone (?:on|after|with) an?|avant (?:son|leur|un)|before (?:their|an?|getting an?)) $',
    '(?<![a-z])(?:places?|placing|placons) (?:des |our )?[a-z]+s [^.;,]{0,20}$',
    "(?<![a-z])(?:when|once|as soon as|lorsqu'|quand|des qu') ?(?:an?|any|une?) (?:[a-z]+ )?$",
    "(?<![a-z])(?:recrut\\w+|recruit\\w*|hire) (?:toute l'annee|all (?:the )?year|throughout)[^.;]{0,20}$",
    '(?:aider?|aidez|accompagn\\w+|help\\w*|support\\w*) [^.;]{0,60}(?:trouver|retrouver|find|into|vers)[^.;]{0,30}$',
  ].join('|'),
);

/** Words from the mention to the end of its sentence. */
const AFTER = new RegExp(
  [
    "^[^.;,]{0,30}(?: (?:is|are) not|isn't|aren't|won't|n'est pas|not on offer)",
    "^(?:permanent|cdi|perm)(?: (?!que )[a-z-]+){0,3} (?:is |are |est |sont |reste )?(?:would|might|may|could|pourr\\w+|envisag\\w+|possible|eventuel\\w*|likely|on the table|reserve\\w*|later|eventually|elsewhere|ulterieur\\w*|plus tard|ensuite|a l'issue|au bout|en fin)",
    '^(?:permanent|cdi)[^.;,]{0,20},[^.;]{0,30}(?:autres (?:annonces|offres)|other (?:adverts|vacancies))',
    '^(?:permanent|cdi) (?:only )?(?:if|a (?:nos|ceux)|apres (?!(?:la |une |votre )?(?:periode|essai)))(?![a-z])',
    '^(?:permanente?|cdi) (?:depuis|since|ailleurs|elsewhere|here for)',
    '^permanent (?:employees|staff|members(?! of)|crew|team|teams|colleagues|workforce|visas?|leave|exhibition|residents?|chef|head(?![a-z])|boss)(?! (?:only|role|post|position|job|member|nurse|vacanc|wanted for our))',
    '^permanent (?:options?|offers?|openings?)(?! from)',
    '^(?:permanent|substantive) (?:[a-z-]+ ){0,2}(?:positions|posts|roles|vacancies|opportunities|jobs|careers)[^.;]{0,40}(?:elsewhere|listed|nhs jobs|across|for (?:our )?clients|careers? page|website|talk to|other)',
    '^[^.;]{0,60}(?:; ?|, ?|but )yours? (?:is|lasts|ends|runs)',
  ].join('|'),
);

/** In "un CDI ou un CDD", the contract is left open, so the "CDI" is not removed. */
const CHOICE_AFTER =
  /^[a-z]+(?: ?[,/|] ?| (?:or|ou|et|and) )(?:[a-z-]{1,10} ){0,3}?(?:cdd|interim|fixed|temp|contract|casual|freelance|apprenti|alternance|contrat|vacation|remplacement|self|bank)/;
const CHOICE_BEFORE =
  /(?:cdd|interim|fixed[- ]term|temporary|temp|contract|casual|freelance|apprentissage|alternance|vacations?)(?: ?[,/|] ?| (?:or|ou|et|and) )(?:[a-z-]{1,10} ){0,3}?$/;

/**
 * A question such as "Not ready for a permanent job?" is about the applicant's wishes. The advert may offer another
 * kind of job.
 */
const QUESTION = /(?<![a-z])(?:don't want|not ready|whether|ne cherchez pas|pas pret)(?![a-z])/;

/**
 * Replaces each "permanent" that is not about this job with spaces. Each mention is judged by its own sentence, because
 * no other mistake misleads applicants as much as a job that is wrongly called permanent. `folded` is the whole text,
 * and `plain` the same text with some clauses already replaced by spaces, so that positions are equal.
 */
export function withoutOtherPermanents(plain: string, folded: string): string {
  if (folded.search(PERMANENT) < 0) return plain;
  let kept = plain;
  const own = [...folded.matchAll(OWN_CLAUSE)].map(({ 0: { length }, index }) => ({ from: index, to: index + length }));
  for (const { from, to } of own) kept = kept.slice(0, from) + folded.slice(from, to) + kept.slice(to);
  for (const sentence of folded.matchAll(SENTENCE)) {
    const [text] = sentence;
    for (const mention of text.matchAll(PERMANENT)) {
      const at = mention.index;
      const isOwn = own.some(({ from, to }) => from < sentence.index + at && sentence.index + at < to);
      const isOther =
        (!isOwn && BEFORE.test(text.slice(Math.max(0, at - LONGEST), at))) ||
        AFTER.test(text.slice(at, at + LONGEST)) ||
        (text.endsWith('?') && QUESTION.test(text));
      const isChoice = CHOICE_AFTER.test(text.slice(at)) || CHOICE_BEFORE.test(text.slice(0, at));
      if (!isOther || isChoice) continue;
      const from = sentence.index + at;
      const to = from + mention[0].length;
      kept = kept.slice(0, from) + ' '.repeat(to - from) + kept.slice(to);
    }
  }
  return kept;
}

const LONGEST = 160;
