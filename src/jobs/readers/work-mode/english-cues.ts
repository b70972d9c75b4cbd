import type { Entry } from '../../../reading/vocabulary.ts';
import type { Cue } from './terms.ts';

/** What is said beside them: of whom, when, how much of the time. */
export const ENGLISH_CUES: readonly Entry<Cue>[] = [
  {
    means: 'subject',
    phrases: [
      'introduction|rollout|implementation|adoption|implementing|introducing of?',
      '# people|staff|employees|colleagues|agents|workers',
    ],
    example: 'Lead the introduction of hybrid working',
  },
  { means: 'duties', phrases: ['combining|blending|merging|mixing|between', 'that|which combines|blends|mixes'] },
  {
    means: 'not',
    phrases: [
      'no|not|non|without|never|cannot|unable|ineligible|nor|none',
      "can't|isn't|aren't|don't|doesn't|won't|couldn't|wouldn't",
    ],
  },
  {
    means: 'limit',
    phrases: [
      'first #? _? months?|month|weeks|week|days',
      'for the first',
      'during|until|initially|initial|probation|probationary|temporarily',
      'while you? train|training',
      'at first',
      'after|once|following',
      'at the moment|present',
      'currently available',
    ],
    example: 'No remote working during probation',
  },
  {
    means: 'may',
    phrases: [
      'you|staff|employees|colleagues|everyone can|may|could|might',
      'can|may|could also',
      'choose|prefer|free to?',
      'able to|also',
      'opportunity|opportunities to|for',
      'ability|option|options|possibility|scope|potential|flexibility|chance|freedom|choice',
      'optional|possible|available|considered|negotiable|occasional|occasionally|sometimes|some|partial|partially|partly|regular|regularly',
      'where|when|as|if possible|required|needed|appropriate|suitable|practical|applicable',
      'offer|offers|offering|offered|allow|allowed|permitted|support',
      'ad hoc',
      'part of the week|time',
      'element|elements|degree|amount|mix|mixture|blend|combination|balance|split of|between?',
      'consider|happy to?',
      'open|approach to',
      'talk about',
      'policy|friendly|perk|perks|benefit|benefits|including|include|includes',
      'and other|more',
    ],
    example: 'Working from home is available for part of the week.',
  },
  {
    means: 'all',
    phrases: [
      'fully|entirely|completely|totally|permanently|exclusively|always',
      'full time',
      '100 %',
      'anywhere in the uk',
    ],
  },
  {
    means: 'most',
    phrases: ['mostly|mainly|primarily|predominantly|largely', 'majority', 'most of your|the time|week'],
  },
  {
    means: 'job',
    phrases: [
      'role|roles|job|position|post|vacancy|contract|ftc|opportunity|placement|internship|assignment|appointment|work',
      'working pattern|arrangements|arrangement|location',
    ],
  },
  {
    means: 'reader',
    phrases: [
      "you|you'll|you're|you'd",
      'candidate|candidates|applicant|applicants|postholder',
      'post holder',
      'our|the client',
      'open to people|candidates|applicants|those|anyone',
    ],
    example: 'You will be home-based.',
  },
  { means: 'is', phrases: ["is|are|be|being|it's|that's|as|will|offered|available|advertised|considered"] },
  {
    means: 'work',
    phrases: [
      'work|working|works|worked|based|operate|operating|performed|completed|done|undertaken|located|sit|present|attend|delivered',
      'carry|carrying|carried out',
    ],
  },
  {
    means: 'label',
    phrases: [
      'location|locations|where|workplace|place|setting|base|based|basis|pattern|mode|model|arrangement|arrangements|type|style|contract|hours|working|work|job|role|position|office|remote|schedule|environment|flexibility|options',
    ],
    example: 'Work location: In person',
  },
  {
    means: 'other',
    phrases: [
      'who|whose|interview|interviews|induction|inductions|onboarding|course|courses|lessons|lesson|webinars|webinar|meeting|meetings|event|events|assessment|assessments|consultations|consultation|appointments|stage|stages|vehicle|vehicles|tutoring|learning',
      'experience of|in|with|working',
      'with the? ability to',
      'experienced in|at|with',
      'comfortable|confident|accustomed|used',
      'help|helping|helps|let|lets|letting|enable|enabling|enables|supporting|assist|assisting|manage|managing|management|customers|clients|patients|pupils|residents|users|children|families',
      'support for|to',
      "they're|they",
      'businesses|companies|teams working|work|who|to|with',
      'parking|canteen|gym|allowance|expenses',
      'lunch|lunches|breakfast|breakfasts|snacks|fruit|drinks|socials|yoga|massages',
      'training in|on|for|and|is|days|sessions|will|courses|delivered|offered',
    ],
    example: 'Interviews will be held in person or remotely.',
  },
  {
    means: 'travel',
    phrases: [
      'inspect|inspection|inspections|inspector|inspectors|inspecting|visit|visits|visiting|driver|drivers|driving|territory|patch|surveyor|surveys',
      'field based|sales|engineer|service',
      'company car|van|vehicle',
      'on the road',
      'mobile engineer|technician',
      'travel|travelling|traveling to|between|across|around|throughout',
      'client|customer sites|homes|premises|site',
    ],
    example: 'Home based, you will inspect vehicles across Kent.',
  },
  {
    means: 'perk',
    phrases: [
      'pension|holiday|holidays|leave|healthcare|dental|gym|discount|discounts|insurance|bonus|flexitime',
      'flexible|compressed hours|start|starts|times',
      'cycle to work',
      'private medical',
    ],
    example: 'Pension, remote working, gym',
  },
  { means: 'part-time', phrases: ['part time', 'job share', '# hours', 'fte'] },
  {
    means: 'visit',
    phrases: [
      'occasional|regular|weekly|fortnightly|monthly|some|infrequent|minimal|limited travel|travelling|visits|visit|meetings|meeting|trips|attendance|office|site|days|team|in',
      'occasionally|monthly|fortnightly|weekly',
      'come|coming into the|our',
      'commuting|commutable|commute distance',
      'able to? attend|commute|travel',
      'travel|travelling|visits|trips to the|our _? _? office|offices|hq|head|site',
    ],
    example: 'Remote with occasional travel to the office',
  },
];
