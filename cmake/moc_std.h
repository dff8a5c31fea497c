// Given to moc before each header: Qt 6.4's moc reads the standard library's headers without the compiler's own
// configuration and stops at `namespace std _GLIBCXX_VISIBILITY(default)`.
#define _GLIBCXX_VISIBILITY(V)
