@echo off
rem Plimsoll's launcher for Windows: finds a Java and runs the program. It writes nothing to standard output, which
rem belongs to the program. Exit codes: 2 if there is no Java, otherwise the program's own.
setlocal
set "PLIMSOLL_JAVA="
if exist "%~dp0runtime\bin\java.exe" set "PLIMSOLL_JAVA=%~dp0runtime\bin\java.exe"
if defined PLIMSOLL_JAVA goto start
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "PLIMSOLL_JAVA=%JAVA_HOME%\bin\java.exe"
if defined PLIMSOLL_JAVA goto start
rem A bare name would be searched in the working directory first, which may belong to somebody else.
for /f "delims=" %%J in ('"%SystemRoot%\System32\where.exe" $PATH:java.exe 2^>nul') do if not defined PLIMSOLL_JAVA set "PLIMSOLL_JAVA=%%J"
if defined PLIMSOLL_JAVA goto start
echo plimsoll: needs Java 25 or newer; neither JAVA_HOME nor PATH has one. See https://adoptium.net 1>&2
exit /b 2
:start
set "PLIMSOLL_FLAGS=-XX:+UseSerialGC"
if "%~1"=="serve" set "PLIMSOLL_FLAGS=-XX:+UseG1GC -XX:InitiatingHeapOccupancyPercent=70 -XX:G1HeapRegionSize=1m --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
if "%~1"=="demo" set "PLIMSOLL_FLAGS=-XX:+UseG1GC -XX:InitiatingHeapOccupancyPercent=70 -XX:G1HeapRegionSize=1m --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
if not "%~1"=="run" if not "%~1"=="serve" if not "%~1"=="demo" set "PLIMSOLL_FLAGS=-XX:+UseSerialGC --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
"%PLIMSOLL_JAVA%" %PLIMSOLL_FLAGS% -Dplimsoll.launcher="%~f0" %PLIMSOLL_JAVA_OPTS% -cp "%~dp0app\plimsoll.jar;%~dp0app\lib\*;%~dp0app\lib\serve\*;%~dp0app\lib\otel\*" dev.plimsoll.gateway.Main %*
exit /b %ERRORLEVEL%
