import type { LinePattern } from './lines.ts';

/** This pattern is tested against the class and the ID of an element, joined by a space. */
export const POST_NAME: LinePattern = {
  pattern:
    /(?:^|[\s_-])(?:block|forum|first)?(?:post|message|comment|reply|answer|thread)s?(?:body|msg|left|right)?(?:$|[\s_-]|\d)/i,
  hits: ['post', 'forum-post', 'message-body', 'comment 44', 'postbody', 'answer12'],
  misses: ['poster', 'postage', 'composted', 'commentary'],
};
export const POST_ID: LinePattern = {
  pattern: /^(?:js-)?(?:td_)?(?:post|p|pid|msg|message|comment|elcomment|reply|answer|entry)[-_]?(?:post[-_]?)?\d+$/i,
  hits: ['post-44', 'p44', 'msg_44', 'elComment_44', 'js-post-44', 'answer-44', 'td_post_44'],
  misses: ['posts', 'page44', 'post-title', 'sig44', 'profile44'],
};
export const ANSWER_ID: LinePattern = {
  pattern: /^(?:js-)?(?:answer|comment|reply|entry)/i,
  hits: ['answer-44', 'comment_44', 'reply44'],
  misses: ['post-44', 'p44', 'question'],
};
export const QUOTE_CLASS: LinePattern = {
  pattern: /(?:^|[\s_-])(?:bb-?code-?)?quote(?:d|-?content|-?container|-?block|-?message)?(?=$|[\s_-])/i,
  hits: ['quote', 'bbcode_quote', 'post-quote-content', 'quoted'],
  misses: ['unquote', 'quotes', 'quoteless', 'quotation'],
};
export const REPLY_TITLE: LinePattern = {
  pattern: /^(?:re|aw|sv|rép)\s?:/i,
  hits: ['Re: Which lamp?', 'AW: Lampe', 'Rép : quelle lampe'],
  misses: ['Recipes: soups', 'Awards: 2024', 'Which lamp?'],
};
