import type { Entry } from '../../../reading/vocabulary.ts';
import type { Cue, ModeTerm } from './terms.ts';

export const ENGLISH_TERMS: readonly Entry<ModeTerm>[] = [
  {
    means: 'home-work',
    phrases: [
      'remote working|work|worker|homeworking',
      'remote home working',
      'remotely work|working|based',
      'place of work|base is|will|: be? your home',
      'your home is|will be? your base|office|workplace',
      'home working',
      'homeworking',
      'homeworker',
      'home worker',
      'home office role|based',
      'telework|teleworking|telecommute|telecommuting',
      'remote role|job|position|post|opportunity|contract|vacancy|basis',
      'uk|england|scotland|wales|gb remote',
      'we are a fully? remote company|business|organisation|team|charity|startup',

      'virtual role|position',
    ],
    example: 'You will be working from home, with all equipment provided.',
  },
  {
    means: 'home-verb',
    phrases: [
      'work|working|works|worked remotely',
      'work|working|works|worked from home',
      'work|working|works from your|their own? home',
      'work|working from the comfort of your own? home',
    ],
    example: 'You will be working from home, with all equipment provided.',
  },
  {
    means: 'all-home',
    phrases: [
      'fully|full|entirely|completely|totally|permanently|exclusively|purely|always remote|remotely|homeworking|wfh|virtual',
      'fully|entirely|completely|totally|permanently|exclusively|purely home based|working',
      'remote only|first',
      'work|working|works from wherever|anywhere',
      '100 % remote|remotely|wfh',
      '100 % home based|working',
      '100 % from home',
      '100 % working|work from home|remotely',
      'remote 100 %',
      'remote ( 100 % )',
      'work|working from home|remotely full time',
      'remote|remotely|wfh permanently',
      'work|working|works from home permanently',
      'full time work|working from home',
      'fully work|working|works from home',
      'fully|entirely|completely|exclusively|permanently from home',
    ],
    example: 'Fully remote role, anywhere in the UK',
  },
  {
    means: 'some-home',
    phrases: [
      'part|partly|partially|semi|occasional|occasionally|some remote|homeworking|wfh|remotely',
      'part|partly|partially|some|occasional home based|working',
      'flexible remote|home working|work',
      'flexible working from home',
      'remote|wfh days',
      'remote or|/|and hybrid',
      'hybrid or|/ remote',
      'remote friendly|considered|possible|available|negotiable|optional',
      'mostly|mainly|predominantly|primarily|largely home|office based',
      'mostly|mainly|predominantly|primarily|largely remote|remotely|wfh',
      'work|working|works partly|mostly|mainly|sometimes|occasionally from home',
      'work|working|works partly|mostly|mainly|sometimes|occasionally remotely',
      'remote|home or the|our? _? office based?',
      'office or home|remote based?',
      'home ,|or office or|, a? mix|mixture|combination|both',
      'uk remote or the|our? _? office',
      'part home',
      'between|from home|remote and|&|/|or|+ from|in? the|our|your|a? _? _? office|offices|hub|hq|site',
      'between the|our? _? office|offices|hub and home|remote',
      'home|remote /|+ office|site|hub',
      'home and|& office based|working|split',
      'otherwise|rest from? home|remote|remotely|wfh',
      'otherwise|rest home based',
      'office|hub|site /|+ home|remote',
      'home working|work|based and|&|/ office',
      'office based|working|work and|&|/ home',
      '# day|days in? office|site /|+|,|and|& # day|days? home|wfh|remote|remotely',
      '# day|days home|wfh|remote|remotely /|+|,|and|& # day|days? in? office|site',
      'home # day|days /|+|,|and|& office|site # day|days?',
      'office|site # day|days /|+|,|and|& home|remote # day|days?',
    ],
    example: 'Part home-based, part office-based',
  },
  {
    means: 'hybrid-work',
    phrases: [
      'hybrid working|work|workers|homeworking',
      'hybrid remote',
      'hybrid home|remote and|/ office|site',
      'hybrid role|job|position|post|opportunity|contract|vacancy|basis|model|pattern|arrangement|arrangements|approach|policy|schedule|week|setup|split',
      'hybrid flexible working',
      'hybrid mode of',
      'hybrid and|or|/ remote|flexible working',
      'hybrid office|workplace|workforce',
      'we are a hybrid _',
      'blended|agile|smart|dynamic working|work',
    ],
    example: 'Hybrid working after completion of training',
  },
  {
    means: 'office-work',
    phrases: [
      'fully|100|% office based',
      'fully|full time? on site|onsite',
      'fully|full time? in the? office',
      'office based role|job|position|post|opportunity|working|work',
      'office role|working',
      'on|in|onsite site|office|person role|job|position|post|working|basis',
      'onsite|inperson role|job|position|post|working|work|basis',
      'on site only',
      'site based role|job|position|post|working',
      'is|fully|entirely site based',
      'onsite only',
      'in the office full time',
      'in office full time',
      'full time office based',
    ],
    example: 'The role is fully office based in central Leeds.',
  },
  { means: 'remote', phrases: ['remote', 'remotely', 'virtually', 'wfh'], example: 'Location: Remote' },
  {
    means: 'home-based',
    phrases: ['home based', 'homebased', 'based at|from home'],
    example: 'The role is home based.',
  },
  { means: 'hybrid', phrases: ['hybrid', 'hybridly'], example: 'The role will be hybrid.' },
  {
    means: 'on-site',
    phrases: [
      'on site',
      'onsite',
      'office based',

      'in person',
      'in house',
      'in office',
      'full time in office',
    ],
    example: 'Working on-site at our Reading office',
  },
  { means: 'from-home', phrases: ['from home', 'from the comfort of your own? home', 'from your own? home'] },
  { means: 'at-home', phrases: ['at home'], example: '3 days at site and 2 days at home' },
  {
    means: 'at-office',
    phrases: [
      'in|at|from|to|into the|our|your|a|their? _? _? office|offices|hub|hq|headquarters|workplace',
      'in|at|to|into head? office',
      'at|from site|base|hq|headquarters',
      'to|from the|our office|offices|site',
      'attend|attending|visit the|our _? office|offices|hub|hq|site',
      'office attendance|presence|days|time',
      'the office',
      'in the building',
    ],
    example: '1 day in our London office, the rest from home',
  },
  {
    means: 'at-site',
    phrases: ['at|on|in our|the _? site|factory|plant|depot'],
    example: '3 days at our Bristol site, 2 days at home',
  },
];

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
      'policy|friendly|perk|perks|benefit|benefits|including|include|includes',
      'and other|more',
    ],
    example: 'Working from home is available for part of the week.',
  },
  {
    means: 'all',
    phrases: [
      'fully|entirely|completely|totally|permanently|exclusively|always|100',
      'full time',
      '100 %',
      'anywhere in the uk',
    ],
  },
  { means: 'most', phrases: ['mostly|mainly|primarily|predominantly|largely', 'majority'] },
  {
    means: 'job',
    phrases: [
      'role|roles|job|position|post|vacancy|contract|opportunity|placement|internship|assignment|appointment|work',
      'working pattern|arrangements|arrangement|location',
    ],
  },
  {
    means: 'reader',
    phrases: ['you|candidate|candidates|applicant|applicants|postholder', 'post holder', 'our|the client'],
    example: 'You will be home-based.',
  },
  { means: 'is', phrases: ["is|are|be|being|it's|that's|as|will|offered|available|advertised|considered"] },
  {
    means: 'work',
    phrases: [
      'work|working|works|worked|based|operate|operating|performed|completed|done|undertaken|located|sit|present|attend|delivered',
      'carried out',
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
      'experienced in|at|with',
      'comfortable|confident|accustomed|used',
      'help|helping|helps|enable|enabling|enables|supporting|assist|assisting|manage|managing|management|customers|clients|patients|pupils|residents|users|children|families',
      'support for|to',
      'businesses|companies|teams working|work|who|to|with',
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
  { means: 'part-time', phrases: ['part time', 'job share', '# hours', 'fte'] },
  {
    means: 'visit',
    phrases: [
      'occasional|regular|weekly|fortnightly|monthly|quarterly|annual|some|infrequent|minimal|limited travel|travelling|visits|visit|meetings|meeting|trips|attendance|office|site|days|team|in',
      'occasionally|monthly|quarterly|fortnightly|weekly',
      'travel|visits|trips to the|our office|offices|hq|head|site',
    ],
    example: 'Remote with occasional travel to the office',
  },
];

/** Stand between a count of days and its place, or between a term and its cue, and change nothing. */
export const ENGLISH_FILLERS =
  'a an the this that of to for in at on from per each time permanent temporary central accommodate performed completed undertaken every week weeks wk month fortnight be been being is are was will would must should shall may can could you your we our they it there currently usually typically normally generally least most minimum maximum min max up about around approx approximately roughly only just also and or then full time working work worked spent based required need needed requires require expected expect expecting come coming attend attending do done able split with which available offered offer option options possible fully either office-based remote remotely home office site unfortunately role position job post opportunity suitable open eligible any provision scope support currently being an as by possibility pattern days day flexible including typical able balance'.split(
    ' ',
  );

/** What may follow an adjective that says where the job is: nothing, or the time, the place and the manner of it. */
export const ENGLISH_FOLLOWERS =
  'so because you we so in at with from for and or but per a each every on as only working work role job position post basis contract uk based within to until after during if when where ok possible available options option is are can pattern model opportunity vacancy full part permanent temporary first following days day environment initially week this if anywhere across throughout up monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays'.split(
    ' ',
  );

/** Names of the job, behind an adjective: "a remote position". */
export const ENGLISH_JOB_NOUNS = 'role job position post vacancy contract opportunity basis working work'.split(' ');

/** Words of the names of occupations: "Remote Senior Software Engineer". */
export const ENGLISH_OCCUPATIONS = {
  between:
    'senior junior lead graduate principal trainee digital software data web front frontend back backend full stack fullstack php java python react devops customer customers service services sales account accounts client success project product programme marketing content business finance financial credit payroll hr people talent insurance claims call contact centre recruitment technical legal mortgage tax ux ui seo copy part time live chat medical admin administrative virtual personal executive english maths inbound outbound'.split(
      ' ',
    ),
  /** Not the first of the name: "remote support engineer" may support from afar. */
  within: ['support', 'development', 'operations', 'experience', 'relations'],
  last: 'advisor adviser agent manager consultant engineer developer representative assistant administrator coordinator co-ordinator executive specialist developer analyst designer tutor writer recruiter accountant bookkeeper underwriter handler partner associate architect planner editor translator transcriptionist researcher officer clerk secretary lead director controller scientist programmer tester teacher counsellor therapist'.split(
    ' ',
  ),
};
