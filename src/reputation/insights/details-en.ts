import { detail, type Details } from './detail.ts';

/** What can be said of a theme in English, and the words of reviews that bear it out. */
export const ENGLISH_DETAILS: Details = {
  pay: {
    positive: {
      good_pay: detail(
        'good pay',
        'good pay|great pay|decent pay|pay is good|pay is great|good salar|great salar|good wage|well paid|good money',
      ),
      paid_on_time: detail('paid on time', 'on time'),
      bonus: detail('bonuses', 'good bonus|great bonus|bonus|commission'),
    },
    negative: {
      low_pay: detail(
        'low pay',
        'low pay|pay is low|poor pay|bad pay|pay is poor|pay is bad|underpaid|low wage|low salar|minimum wage|poorly paid|wages are low|salary is low',
      ),
      bonus: detail('bonuses', 'bonus|commission'),
      overtime: detail('overtime', 'overtime'),
      pay_rises: detail('pay rises', 'pay rise|raises|increment|pay increase'),
    },
  },
  benefits: {
    positive: {
      staff_discount: detail('staff discount', 'discount'),
      pension: detail('pension', 'pension'),
      leave: detail('holidays', 'holiday|annual leave|time off'),
      private_healthcare: detail('private healthcare', 'healthcare|health insurance|medical|dental'),
      benefits: detail('benefits', 'benefit|perk'),
    },
    negative: {
      benefits: detail('benefits', 'no benefit|benefits|perk'),
      leave: detail('holidays', 'holiday|annual leave|time off'),
      sick_pay: detail('sick pay', 'sick pay|sickness'),
    },
  },
  work_life_balance: {
    positive: {
      flexible_hours: detail('flexible hours', 'flexible hours|flexible working|flexib|flexi time|flexitime'),
      home_working: detail('working from home', 'from home|remote|hybrid|wfh'),
      balance: detail('work-life balance', 'work life balance|good balance|life balance'),
    },
    negative: {
      long_hours: detail('long hours', 'long hours|long days|long shifts|hours are long'),
      shifts: detail('shifts', 'shift|weekend|night|rota|unsociable'),
      balance: detail('work-life balance', 'work life balance|no balance|life balance'),
      home_working: detail('working from home', 'from home|remote|hybrid|wfh'),
    },
  },
  workload: {
    positive: {
      throttle: detail('pace of work', 'pace|workload|manageable'),
    },
    negative: {
      workload: detail('workload', 'workload|too much work|overwork|overloaded'),
      understaffed: detail(
        'too few staff',
        'understaffed|short staffed|too few staff|not enough staff|lack of staff|staff shortage',
      ),
      pressure: detail('pressure', 'pressure|stress|target|deadline'),
    },
  },
  management: {
    positive: {
      supportive: detail('supportive managers', 'supportive|support'),
      communication: detail('communication', 'communicat|listen|open door|transparen'),
      managers: detail('managers', 'manage|boss|leadership|supervisor'),
    },
    negative: {
      managers: detail('managers', 'manage|boss|leadership|supervisor'),
      communication: detail('communication', 'communicat|never listen|does not listen|not listen|listen'),
      micromanagement: detail('micromanagement', 'micromanag|micro manag|controlling'),
      favouritism: detail('favouritism', 'favourit|favorit|clique'),
    },
  },
  culture: {
    positive: {
      friendly_colleagues: detail(
        'friendly colleagues',
        'friendly|nice team|nice people|great colleague|lovely|great people|great team|nice colleague',
      ),
      team: detail('the team', 'team'),
      inclusion: detail('inclusion', 'inclusi|divers|welcoming'),
    },
    negative: {
      toxic: detail('toxic atmosphere', 'toxic|bully|hostile|blame'),
      cliques: detail('cliques and politics', 'clique|gossip|politics'),
      inclusion: detail('inclusion', 'inclusi|divers|discriminat|racis|sexis'),
    },
  },
  career: {
    positive: {
      promotion: detail('promotion', 'promot|move up'),
      progression: detail('progression', 'progress|career|opportunit|develop|growth'),
    },
    negative: {
      progression: detail('progression', 'progress|career|opportunit|promot|growth|stuck'),
    },
  },
  training: {
    positive: {
      training: detail('training', 'training|trained|learn|course|qualification|mentor|onboarding'),
    },
    negative: {
      training: detail('training', 'training|trained|untrained|onboarding|thrown in'),
    },
  },
  job_security: {
    positive: {
      security: detail('job security', 'secure|security|stable|stability|permanent'),
    },
    negative: {
      redundancies: detail('redundancies', 'redundan|layoff|laid off|restructur'),
      turnover: detail('staff turnover', 'turnover|people leave'),
      contracts: detail('contracts', 'insecure|temporary|zero hours|contract'),
    },
  },
  work_itself: {
    positive: {
      interesting: detail('interesting work', 'interesting|varied|variety|challenging|exciting'),
      meaningful: detail('meaningful work', 'meaningful|rewarding|difference|purpose'),
      easy: detail('easy work', 'easy work|easy job|simple work|simple tasks|work is easy|job is easy'),
    },
    negative: {
      repetitive: detail('repetitive work', 'repetitive|boring|monotonous|dull|mundane'),
      physical: detail('physical work', 'physical|heavy lifting|tiring|exhausting'),
    },
  },
  workplace: {
    positive: {
      premises: detail('premises', 'office|building|location|canteen|parking|facilit'),
      equipment: detail('equipment', 'equipment|laptop|tools|software|systems|technology'),
    },
    negative: {
      premises: detail('premises', 'office|building|location|canteen|parking|facilit'),
      equipment: detail('equipment', 'equipment|laptop|tools|software|systems|technology'),
    },
  },
  clients: {
    positive: {
      customers: detail('customers', 'customer|client|guest|patient'),
    },
    negative: {
      customers: detail('customers', 'customer|client|guest|patient'),
    },
  },
};
