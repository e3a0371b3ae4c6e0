import type { OperatorDto } from '../../operations/people/operator.operations.js';
import { wordTable } from '../../pages/language.js';

interface OperatorWords {
  readonly operators: string;
  readonly tokens: string;
  readonly permissions: string;
  readonly permission: string;
  readonly allows: string;
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly states: Readonly<Record<OperatorDto['state'], string>>;
  readonly twoFactor: string;
  readonly twoFactorRequired: string;
  readonly requireTwoFactor: string;
  readonly created: string;
  readonly disabledAt: string;
  readonly newOperator: string;
  readonly newHint: string;
  readonly create: string;
  readonly settings: string;
  readonly save: string;
  readonly access: string;
  readonly invite: string;
  readonly inviteHint: string;
  readonly reset: string;
  readonly resetHint: string;
  readonly signOut: string;
  readonly signOutHint: string;
  readonly disable: string;
  readonly disableHint: string;
  readonly enable: string;
  readonly enableHint: string;
  readonly done: Readonly<Record<'changed' | 'disabled' | 'enabled' | 'signed-out', string>>;
  readonly linkFor: (name: string) => string;
  readonly linkOnce: string;
  readonly goOn: string;
  readonly id: string;
  readonly operator: string;
  readonly label: string;
  readonly scopes: string;
  readonly scopesHint: string;
  readonly allOfRole: string;
  readonly asOperator: string;
  readonly expires: string;
  readonly expiresHint: string;
  readonly lastUsed: string;
  readonly inForce: string;
  readonly isRevoked: string;
  readonly revoke: string;
  readonly revoked: string;
  readonly newToken: string;
  readonly tokenOf: (name: string) => string;
  readonly tokenOnce: string;
}

/** Phrases about operators and their tokens. */
export const OPERATOR_WORDS = wordTable<OperatorWords>({
  en: {
    operators: 'Operators',
    tokens: 'Tokens of operators',
    permissions: 'Permissions of the roles',
    permission: 'Permission',
    allows: 'It allows',
    name: 'Name',
    role: 'Role',
    state: 'State',
    states: { invited: 'invited', active: 'active', disabled: 'disabled' },
    twoFactor: 'Second factor',
    twoFactorRequired: 'Second factor required',
    requireTwoFactor: 'Require a second factor at the next sign-in',
    created: 'Created',
    disabledAt: 'Disabled',
    newOperator: 'New operator',
    newHint: 'A link is shown, by which the operator sets a password.',
    create: 'Create',
    settings: 'Settings',
    save: 'Save',
    access: 'Access',
    invite: 'New link',
    inviteHint:
      'Only if the link was lost or has expired: a new link makes the one that you have sent useless.',
    reset: 'Reset',
    resetHint: 'Takes password and second factor away, ends all sessions and makes a new link.',
    signOut: 'Sign out everywhere',
    signOutHint: 'Ends all sessions.',
    disable: 'Disable',
    disableHint: 'Ends all sessions and refuses all tokens, at once.',
    enable: 'Enable',
    enableHint: 'The operator may sign in again by the password that it had.',
    done: {
      changed: 'The operator is changed.',
      disabled: 'The operator is disabled.',
      enabled: 'The operator is enabled.',
      'signed-out': 'All sessions of the operator have ended.',
    },
    linkFor: (name) => `Link for ${name}`,
    linkOnce:
      'Send this link to the operator. It works once, within 24 hours, and is shown this once.',
    goOn: 'I have kept it',
    id: 'Id',
    operator: 'Operator',
    label: 'Label',
    scopes: 'Permissions',
    scopesHint: 'Less than the role has …',
    allOfRole: 'all of the role',
    asOperator: 'as the operator',
    expires: 'Expires',
    expiresHint: 'At the beginning of this day (UTC); empty for never.',
    lastUsed: 'Last used',
    inForce: 'in force',
    isRevoked: 'revoked',
    revoke: 'Revoke',
    revoked: 'The token is revoked.',
    newToken: 'New token',
    tokenOf: (name) => `Token of ${name}`,
    tokenOnce: 'A program sends this token to the admin API. It is shown this once.',
  },
  ar: {
    operators: 'المشغّلون',
    tokens: 'رموز وصول المشغّلين',
    permissions: 'صلاحيات الأدوار',
    permission: 'الصلاحية',
    allows: 'تسمح بـ',
    name: 'الاسم',
    role: 'الدور',
    state: 'الحالة',
    states: { invited: 'مدعوّ', active: 'نشط', disabled: 'معطّل' },
    twoFactor: 'التحقق بخطوتين',
    twoFactorRequired: 'التحقق بخطوتين مطلوب',
    requireTwoFactor: 'طلب عامل ثانٍ عند الدخول التالي',
    created: 'أُنشئ',
    disabledAt: 'عُطّل',
    newOperator: 'مشغّل جديد',
    newHint: 'يظهر رابط يعيّن به المشغّل كلمة المرور.',
    create: 'إنشاء',
    settings: 'الإعدادات',
    save: 'حفظ',
    access: 'الدخول',
    invite: 'رابط جديد',
    inviteHint: 'فقط إن فُقد الرابط أو انتهت مدته: الرابط الجديد يُبطل الرابط الذي أرسلته.',
    reset: 'إعادة تعيين',
    resetHint: 'يزيل كلمة المرور والتحقق بخطوتين وينهي كل الجلسات وينشئ رابطًا جديدًا.',
    signOut: 'تسجيل الخروج من كل مكان',
    signOutHint: 'ينهي كل الجلسات.',
    disable: 'تعطيل',
    disableHint: 'ينهي كل الجلسات ويرفض كل رموز الوصول فورًا.',
    enable: 'تفعيل',
    enableHint: 'يمكن للمشغّل الدخول من جديد بكلمة مروره السابقة.',
    done: {
      changed: 'تم تغيير المشغّل.',
      disabled: 'تم تعطيل المشغّل.',
      enabled: 'تم تفعيل المشغّل.',
      'signed-out': 'انتهت كل جلسات المشغّل.',
    },
    linkFor: (name) => `رابط لـ ${name}`,
    linkOnce: 'أرسل هذا الرابط إلى المشغّل. يعمل مرة واحدة خلال 24 ساعة، ويُعرض هذه المرة فقط.',
    goOn: 'لقد حفظته',
    id: 'المعرّف',
    operator: 'المشغّل',
    label: 'الوصف',
    scopes: 'الصلاحيات',
    scopesHint: 'أقل مما للدور …',
    allOfRole: 'كل صلاحيات الدور',
    asOperator: 'كدور المشغّل',
    expires: 'ينتهي',
    expiresHint: 'في بداية هذا اليوم (UTC)؛ اتركه فارغًا إن كان لا ينتهي.',
    lastUsed: 'آخر استخدام',
    inForce: 'سارٍ',
    isRevoked: 'مُبطل',
    revoke: 'إبطال',
    revoked: 'تم إبطال رمز الوصول.',
    newToken: 'رمز وصول جديد',
    tokenOf: (name) => `رمز وصول ${name}`,
    tokenOnce: 'يرسل البرنامج هذا الرمز إلى واجهة الإدارة. يُعرض هذه المرة فقط.',
  },
  tr: {
    operators: 'Operatörler',
    tokens: 'Operatör belirteçleri',
    permissions: 'Rollerin yetkileri',
    permission: 'Yetki',
    allows: 'İzin verdiği',
    name: 'Ad',
    role: 'Rol',
    state: 'Durum',
    states: { invited: 'davetli', active: 'etkin', disabled: 'devre dışı' },
    twoFactor: 'İki adımlı doğrulama',
    twoFactorRequired: 'İki adımlı doğrulama zorunlu',
    requireTwoFactor: 'Bir sonraki oturumda iki adımlı doğrulama iste',
    created: 'Oluşturuldu',
    disabledAt: 'Devre dışı bırakıldı',
    newOperator: 'Yeni operatör',
    newHint: 'Operatörün parolasını belirleyeceği bir bağlantı gösterilir.',
    create: 'Oluştur',
    settings: 'Ayarlar',
    save: 'Kaydet',
    access: 'Erişim',
    invite: 'Yeni bağlantı',
    inviteHint:
      'Yalnızca bağlantı kaybolduysa veya süresi dolduysa: yeni bağlantı, gönderdiğiniz bağlantıyı geçersiz kılar.',
    reset: 'Sıfırla',
    resetHint:
      'Parolayı ve iki adımlı doğrulamayı kaldırır, tüm oturumları kapatır, yeni bağlantı oluşturur.',
    signOut: 'Her yerde oturumu kapat',
    signOutHint: 'Tüm oturumları kapatır.',
    disable: 'Devre dışı bırak',
    disableHint: 'Tüm oturumları hemen kapatır ve tüm belirteçleri reddeder.',
    enable: 'Etkinleştir',
    enableHint: 'Operatör eski parolasıyla yeniden oturum açabilir.',
    done: {
      changed: 'Operatör değiştirildi.',
      disabled: 'Operatör devre dışı bırakıldı.',
      enabled: 'Operatör etkinleştirildi.',
      'signed-out': 'Operatörün tüm oturumları kapatıldı.',
    },
    linkFor: (name) => `${name} için bağlantı`,
    linkOnce:
      'Bu bağlantıyı operatöre gönderin. 24 saat içinde bir kez çalışır ve yalnızca bu kez gösterilir.',
    goOn: 'Sakladım',
    id: 'Kimlik',
    operator: 'Operatör',
    label: 'Etiket',
    scopes: 'Yetkiler',
    scopesHint: 'Rolünkünden daha az …',
    allOfRole: 'rolün tümü',
    asOperator: 'operatörünki',
    expires: 'Bitiş',
    expiresHint: 'Bu günün başında (UTC); hiç bitmeyecekse boş bırakın.',
    lastUsed: 'Son kullanım',
    inForce: 'geçerli',
    isRevoked: 'iptal edildi',
    revoke: 'İptal et',
    revoked: 'Belirteç iptal edildi.',
    newToken: 'Yeni belirteç',
    tokenOf: (name) => `${name} belirteci`,
    tokenOnce: 'Bir program bu belirteci yönetim arayüzüne gönderir. Yalnızca bu kez gösterilir.',
  },
});
