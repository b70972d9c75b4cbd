import { stripInvisible } from '../../lib/hidden-text.ts';
import { fold, squeeze } from '../../lib/text.ts';
import type { Review } from '../sites/site.ts';

/** As much of one field of a review as is read at all. */
const FIELD_CHARACTERS = 1_500;
/** Of one employer, all sites together. */
export const MAXIMUM_REVIEWS = 40;

/** Words that speak to a program that reads, not about an employer; on folded text. */
const ADDRESSED = [
  /\b(?:ignor(?:e|ing|ez|er)|disregard|forget|override|bypass|oubli(?:e|ez|er))\b[^.!?]{0,60}\b(?:instruct\w*|prompts?|guidelines?|consignes?|directives?|previous|prior|above|precedente?s?|ci-dessus|other reviews|autres avis)\b/,
  /\b(?:ne tene?z? (?:pas|aucun) compte|fai(?:s|tes) abstraction)\b[^.!?]{0,60}\b(?:instructions?|consignes?|directives?|precedente?s?|ci-dessus|autres avis)\b/,
  /\b(?:new|updated|revised|nouvelles?|real|vraies?) (?:system )?(?:instructions?|prompts?|consignes?|directives?)\b/,
  /\b(?:system|developer) (?:prompt|message|instructions?|override)\b|\bprompt systeme\b|\bmessage systeme\b/,
  /(?:^|[\n.>"'\]}])\s{0,5}(?:system|assistant|user|developer|human|systeme|utilisateur)\s*:/,
  /\b(?:you are|you're|act as|tu es|vous etes|agis comme)\b[^.!?]{0,20}\b(?:an? (?:ai|assistant|language model|llm|bot)|une? (?:ia|assistante?|modele))\b/,
  /\b(?:language model|chatgpt|llms?|modele de langage|as an ai|en tant qu'ia)\b/,
  /\b(?:output|respond|reply|answer|return|print|reponds|repondez|renvoie|renvoyez|affiche|affichez|retourne)\b[^.!?]{0,40}\b(?:json|rating|insights?|links?|urls?|lien|note de|only|uniquement|exactly|exactement)\b/,
  /\b(?:rate|score|grade|note|notez|mets|mettez|donne|donnez|attribue|attribuez|set)\b (?:this|the|it|them|us|cette|cet|l'|le|la|les|nous|lui|un|une|rating|review)?[^.!?]{0,30}(?:\b5(?: ?\/ ?5|\.0| stars?| etoiles?| sur 5)|\bfive stars\b|\bcinq etoiles\b)/,
  /\b(?:ignore|disregard|forget|oublie[zr]?)\b[^.!?]{0,20}\b(?:everything|anything|all|tout)\b[^.!?]{0,20}\b(?:before|above|earlier|else|written|precede|ci-dessus|avant)\b/,
  /\b(?:do not|don't|never|ne) (?:follow|obey|respect|suis|suivez|respectez)\b[^.!?]{0,40}\b(?:earlier|previous|prior|above|precedente?s?|ci-dessus)\b/,
  /\b(?:end|fin) (?:of|de|des|du) (?:the |all |les )?(?:reviews?|data|input|prompt|avis|donnees|texte)\b|\b(?:new task|next task|nouvelle tache)\b/,
  /\b(?:correct|right|true|final|only valid|bon|vrai|seul) (?:summary|answer|output|response|rating is|resume|reponse)\b/,
  /\b(?:you must|you should|you have to|vous devez|tu dois|il faut) (?:now |only |always |toujours |seulement )?(?:answer that|report only|report that|output|respond|state that|write that|summari[sz]e|indiquer que|repondre|ecrire que|resumer)\b/,
  /\b(?:note|message|instructions?|request|hello|hi|dear|attention|cher|chere) (?:to|for|a|pour)? ?(?:the |any |l')?(?:ai|llms?|ia|language models?|summari[sz]er|robots?|crawlers?)\b|\battention de l'ia\b/,
  /\b(?:as|en tant que?) ?(?:the |an? |un |une |qu')?(?:summari[sz]er|ai|llm|ia|modele)\b/,
  /\[(?:system|assistant|user|admin|systeme)\]/,
  /\b(?:rating|review_count|score)\b ?[:=] ?["']?\d/,
  /\b(?:pretend (?:you are|to be|that)|repeat after me|repete[rz]? apres moi|fai(?:s|tes) semblant d'etre)\b/,
  /(?:^|[.;:!?\n] ?|\b(?:and|then|please|et|puis) )(?:say|write|state|claim|dis|dites|ecris|ecrivez|indiquez) (?:that|que)\b[^.!?]{0,60}\b(?:excellente?s?|perfect|parfaite?s?|great|best|positive|flawless|meilleure?s?)\b/,
  /<\|[a-z_]{2,20}\|>|\[\/?inst\]|<<\/?sys>>|#{2,} ?(?:instruction|system|response)/,
];

/** Markup, links and data that no review of work needs. */
const FOREIGN = [
  /https?:\/\/|\bwww\.[a-z0-9-]+\.|\]\(|\b[\w.+-]{1,60}@[\w-]{1,60}\.[a-z]{2,}/,
  /<\/?[a-z!][^<>]{0,80}>/,
  /\{\s*["'][\w ]{1,40}["']\s*:|["'](?:rating|insights?|review_count|theme|polarity|review_ids)["']\s*:/,
  /```/,
];

/** A word of two alphabets: letters that look like others hide it from every list of words. */
const DISGUISED =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}]\p{Script=Latin}/u;

/** The plainest orders with their letters alone, however they are spaced out or run together. */
const SPACED_OUT =
  /(?:ignor(?:e|ing|ez|er)|disregard|forget|oublie[zr]?)(?:all|any|the|your|tout(?:es)?|les?|vos|tes){0,3}(?:previous|prior|earlier|above|instructions?|consignes?)|systemprompt|promptsysteme/;

/**
 * Reviews fit to be read for themes: cut, without hidden characters, newest
 * first as given. Those that speak to a program instead of about an employer
 * are left out altogether, so that they change no count either.
 */
export function readableReviews(reviews: readonly Review[]): Review[] {
  return reviews
    .slice(0, MAXIMUM_REVIEWS * 2)
    .filter((review, index, all) => review.id === '' || all.findIndex(({ id }) => id === review.id) === index)
    .filter((review) => !isSuspicious(review))
    .slice(0, MAXIMUM_REVIEWS)
    .map((review) => ({
      ...review,
      title: clean(review.title),
      pros: clean(review.pros),
      cons: clean(review.cons),
      text: clean(review.text),
    }));
}

function isSuspicious(review: Review): boolean {
  const fields = [review.title, review.pros, review.cons, review.text].map(
    // Some signs are whole sentences once they are folded: cut again.
    (field) => fold(stripInvisible(field.slice(0, FIELD_CHARACTERS))).slice(0, FIELD_CHARACTERS),
  );
  const folded = fields.join('\n').replace(/[^\S\n]+/g, ' ');
  return isForeign(folded) || SPACED_OUT.test(folded.replace(/[^a-z]+/g, ''));
}

function isForeign(folded: string): boolean {
  return [...ADDRESSED, ...FOREIGN, DISGUISED].some((pattern) => pattern.test(folded));
}

function clean(field: string): string {
  return squeeze(stripInvisible(field.slice(0, FIELD_CHARACTERS)));
}

/** Whether a sentence of a model speaks to a reader or leads somewhere; on any text. */
export function isSuspiciousSentence(sentence: string): boolean {
  return isForeign(fold(sentence));
}
